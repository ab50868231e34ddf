// What the page has to say of itself: one line beside the plan's name, and all that is wrong.

import { $, el, say, speak } from "./dom.js";
import { Refused } from "./ask.js";
import { state } from "./app.js";
import { problemLines, tellProblems } from "./fields.js";

export function tell(text) {
  say($("plan-state"), text);
  speak(text);
}

export function tellAll(problems) {
  const errors = problems.filter((one) => !one.warning);
  const homeless = tellProblems(problems);
  const counted = errors.length === 1 ? "1 problem" : `${errors.length} problems`;
  document.title = `${errors.length ? `(${counted}) ` : ""}${state.report?.title ?? state.name} · flopwatt`;
  if (errors.length && document.activeElement.closest(".say")) {
    document.querySelector(".field.bad")?.scrollIntoView({ block: "nearest" });
  }
  const holder = document.querySelector(".row.hero .say") ?? $("main");
  const old = document.querySelector(".problems");
  const told = el("div", { class: "problems", tabindex: "-1" },
    errors.length ? el("p", { class: "err" }, `${counted}; results show the last plan that could be used`) : "",
    errors.length > 1 ? el("ul", {}, ...errors.map((one) => el("li", {},
      el("a", { href: "#", dataset: { goto: one.field } }, one.field || `line ${one.line}`), `: ${one.message}`))) : "",
    ...homeless.map((one) => el("div", { class: one.warning ? "field check" : "field bad" },
      one.field ? el("p", { class: "hint" }, one.field) : "", ...problemLines(one))));
  const focused = old?.contains(document.activeElement);
  old?.remove();
  if (told.childNodes.length) holder.prepend(told);
  if (focused) told.focus({ preventScroll: true });
}

// A plan that cannot be used is told where it is seen, wherever the page was scrolled to.
export function showProblems() {
  const told = document.querySelector(".problems");
  told?.focus({ preventScroll: true });
  told?.scrollIntoView({ block: "center" });
}

export function tellState(text, took) {
  const report = state.report;
  const size = took ? `, ${(took / 1000).toFixed(1)} s` : "";
  say($("plan-name"), state.name);
  const of = state.shownName === state.name ? "" : `: ${state.shownName}`;
  const told = state.stale ? `results are of the last good plan${of}` : report?.subtitle.replace(`${state.name}, `, "") + size;
  say($("plan-state"), text || (report ? told : ""));
  say($("footer"), report ? `${report.title}: ${report.subtitle}. Made by flopwatt.` : "");
  document.body.classList.toggle("late", Boolean(text));
}

// What the server refused is told; anything else is a bug of ours, and shows in the console.
export function tellFailure(error) {
  tellState(error instanceof Refused ? error.message : "this page met a bug; reload it");
  if (!(error instanceof Refused)) console.error(error);
}
