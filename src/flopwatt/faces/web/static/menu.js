// On a phone one menu holds what the bar has no room for; every menu closes when it is left.

import { $, el } from "./dom.js";
import { downloadButtons } from "./downloads.js";
import { showKeys } from "./keys.js";

export function fillMore(state) {
  const deeds = [
    ["Compare", () => $("compare-open").click()],
    ["Plan as text", () => $("text-open").click()],
  ];
  $("more-list").replaceChildren(
    ...deeds.map(([label, deed]) => el("button", { type: "button", onclick: deed }, label)),
    el("p", { class: "hint" }, "Download"), ...downloadButtons(state), el("hr"),
    el("button", { type: "button", onclick: showKeys }, "Keys"));
}

const close = (kept) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (menu !== kept) menu.open = false;
};

addEventListener("click", (event) => {
  const kept = event.target.closest("details.menu");
  close(event.target.closest(".sheet button") ? null : kept);
});
addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
  if (!menu) return;
  event.stopImmediatePropagation();
  close();
  menu.querySelector("summary").focus();
});
