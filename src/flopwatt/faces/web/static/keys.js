// Keys: single letters do nothing inside a field, and can be turned off.

import { $, el } from "./dom.js";
import { textIsOpen } from "./text.js";

const list = [
  ["1 to 9", "section"], ["e", "to the inputs of this section"], ["t", "table behind the chart"],
  ["arrows in a chart", "its points; Up and Down: its series; Home, End; Enter explains the point"],
  ["c", "compare"], ["y", "copy link"], ["[ and ]", "back and forward through explanations"],
  ["Enter on a number", "explain"], ["Esc", "close an explanation, back to its number; close the plan as text"], ["?", "this list"],
];
let off = false;

export function listenKeys({ state, closeWhy, closeText, copyLink, compare }) {
  const deeds = {
    e: () => [...(current(state)?.querySelectorAll(".say :is(input, textarea, button)") ?? [])]
      .find((one) => one.offsetParent)?.focus(),
    t: () => {
      const figure = document.activeElement?.closest("figure") ?? current(state)?.querySelector("figure");
      const behind = figure?.querySelector(".behind");
      if (behind) behind.open = !behind.open;
    },
    c: compare,
    y: copyLink,
    "[": () => history.back(),
    "]": () => history.forward(),
    "?": showKeys,
  };
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !$("why").hidden && !document.querySelector("dialog[open]")) return closeWhy();
    if (event.key === "Escape" && textIsOpen() && !document.querySelector("dialog[open]")) return closeText();
    if (off || event.ctrlKey || event.metaKey || event.altKey) return undefined;
    if (event.target.closest("input, textarea, select, dialog")) return undefined;
    if (/^[1-9]$/.test(event.key)) return goTo(document.querySelectorAll("#sections > section")[Number(event.key) - 1]);
    if (!deeds[event.key]) return undefined;
    event.preventDefault();
    return deeds[event.key]();
  });
}

const current = (state) => document.activeElement?.closest("#sections > section") ?? $(`s-${state.at}`) ?? document.querySelector("#sections > section");

// A section, or all of the results.
export function goTo(target) {
  target?.scrollIntoView();
  target?.focus({ preventScroll: true });
}

export function showKeys() {
  const dialog = $("keys-list");
  const box = el("input", { type: "checkbox", id: "keys-off", onchange: (event) => { off = event.target.checked; } });
  box.checked = off;
  dialog.replaceChildren(
    el("h2", { id: "keys-title" }, "Keys"),
    el("dl", { class: "keys" }, ...list.flatMap(([key, deed]) => [el("dt", {}, key), el("dd", {}, deed)])),
    el("p", {}, box, " ", el("label", { for: "keys-off" }, "turn single keys off")),
    el("form", { method: "dialog" }, el("button", {}, "Close")));
  dialog.showModal();
}
