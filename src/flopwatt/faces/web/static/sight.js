// Which sections are in sight: only these are worked out and drawn while a slider moves.

import { patchMenu, sectionSeen } from "./sections.js";

const seen = new Set();
let page = null;

const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const id = target.dataset.section;
    if (isIntersecting) seen.add(id);
    else seen.delete(id);
    sectionSeen(target, isIntersecting);
  }
});

const reader = new IntersectionObserver((entries) => {
  const now = entries.find((entry) => entry.isIntersecting);
  if (!now || !page?.report) return;
  page.at = now.target.dataset.section;
  patchMenu(page.report, page.at);
}, { rootMargin: "-30% 0px -65% 0px" });

export function watch(state) {
  page = state;
  for (const row of document.querySelectorAll("#sections > section")) {
    if (row.watched) continue;
    row.watched = true;
    watcher.observe(row);
    reader.observe(row);
  }
}

// What works the plan out many times over: it follows when the slider rests.
const AT_REST = new Set(["drivers"]);

// While a slider moves: the headline where it is seen, and the section being read.
export function inSight(state) {
  const first = state.report?.sections[0]?.id;
  const moving = [...seen].filter((id) => !AT_REST.has(id));
  const chosen = [first, state.at].filter((id) => moving.includes(id));
  return chosen.length ? [...new Set(chosen)] : moving.slice(0, 1);
}

// Once the cards are out of sight, the menu carries their numbers.
addEventListener("scroll", () => {
  const cards = document.querySelector(".hero > header");
  document.body.classList.toggle("scrolled", cards ? cards.getBoundingClientRect().bottom < 93 : false);
}, { passive: true });
