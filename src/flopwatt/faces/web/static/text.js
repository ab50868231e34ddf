// The plan as text, in the place of its fields; what changes in one shows in the other.

import { $, el } from "./dom.js";
import { patchFields, tellProblems } from "./fields.js";
import { open } from "./app.js";

let shown = false;
let timer = 0;

export const textIsOpen = () => shown;

export function toggleText(state) {
  shown = !shown;
  $("text-open").setAttribute("aria-pressed", String(shown));
  const box = holder();
  box.shape = null;
  showText(state, shown);
  if (shown) box.querySelector("textarea")?.focus({ preventScroll: true });
  else if (state.report) {
    patchFields(state.groups, state.report);
    tellProblems(state.problems);
  }
}

const holder = () => document.querySelector(".row.hero .say") ?? $("start").querySelector(".see");

export function showText(state, force = false) {
  if (force && !shown) {
    shown = true;
    $("text-open").setAttribute("aria-pressed", "true");
    $("start").hidden = Boolean(state.report);
  }
  const box = holder();
  box.closest(".row").classList.toggle("text-view", shown);
  box.classList.toggle("as-text", shown);
  if (!shown) {
    box.querySelector(".text")?.remove();
    return;
  }
  let area = box.querySelector("textarea");
  if (!area) {
    area = el("textarea", { id: "plan-text", spellcheck: "false", rows: 32, wrap: "off" });
    area.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => open(state.name, area.value), 600);
    });
    box.replaceChildren(el("div", { class: "text" }, el("label", { for: "plan-text" }, "Plan as text"), area));
  }
  if (area.value !== state.plan && document.activeElement !== area) {
    area.value = state.plan;
    area.setSelectionRange(0, 0);
  }
}
