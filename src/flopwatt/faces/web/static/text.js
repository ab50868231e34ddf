// The plan as text, in the place of its fields; what changes in one shows in the other.

import { $, el } from "./dom.js";
import { patchFields } from "./fields.js";
import { tellAll } from "./notes.js";
import { open } from "./app.js";

let shown = false;
let timer = 0;

export const textIsOpen = () => shown;

export function toggleText(state) {
  shown = !shown;
  $("text-open").setAttribute("aria-pressed", String(shown));
  const box = holder();
  showText(state, shown);
  if (shown) box.querySelector("textarea")?.focus({ preventScroll: true });
  else if (state.report) patchFields(state.groups, state.report);
  tellAll(state.problems);
}

const holder = () => document.querySelector(".row.hero .say") ?? $("start-text");

// The first plan that is typed brings up results, and the text goes beside them.
function moveTo(box, area) {
  const typing = document.activeElement === area;
  const { selectionStart, selectionEnd } = area;
  box.replaceChildren(area.closest(".text"));
  if (!typing) return;
  area.focus({ preventScroll: true });
  area.setSelectionRange(selectionStart, selectionEnd);
}

// The text of another plan, or of this one as it was: also under the cursor.
export function syncText(state) {
  const area = $("plan-text");
  if (area && area.value !== state.plan) area.value = state.plan;
}

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
  let area = $("plan-text");
  if (area && !box.contains(area)) moveTo(box, area);
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
