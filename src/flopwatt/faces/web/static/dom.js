// Small means to build and change the page; every text goes in as text, never as markup.

export const $ = (id) => document.getElementById(id);

// An element with attributes and children; `on...` attributes are listeners.
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "class") made.className = value;
    else if (name === "dataset") Object.assign(made.dataset, value);
    else if (name === "value") made.value = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== ""));
  return made;
}

// Give a holder these children in this order. What has the focus is neither moved nor taken away
// while it has it: what is no longer wanted goes once the focus has left it.
export function arrange(holder, wanted) {
  const kept = new Set(wanted);
  const focused = (one) => one.contains(document.activeElement);
  for (const child of [...holder.children]) {
    child.toggleAttribute("data-gone", !kept.has(child));
    if (!kept.has(child) && !focused(child)) child.remove();
  }
  let place = holder.firstElementChild;
  for (const one of wanted) {
    while (place && !kept.has(place)) place = place.nextElementSibling;
    if (one === place || (one.parentElement === holder && focused(one))) place = one.nextElementSibling;
    else holder.insertBefore(one, place);
  }
}

addEventListener("focusout", () => setTimeout(() => {
  for (const one of document.querySelectorAll("[data-gone]")) {
    if (!one.contains(document.activeElement)) one.remove();
  }
}));

// Change a text in place, and only if it differs: what has the focus keeps it.
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Long keys may fold behind their joints.
export function foldable(text) {
  const parts = text.split(/(?<=[_.\-/])(?=[a-z])/);
  return parts.flatMap((part, index) => (index ? [document.createElement("wbr"), part] : [part]));
}

export const signs = { training: "■", inference: "●" };

export function sign(work) {
  return signs[work] ? el("span", { class: work, "aria-hidden": "true" }, signs[work]) : "";
}

let spoken = 0;
export function speak(text) {
  clearTimeout(spoken);
  spoken = setTimeout(() => say($("live"), text), 50);
}
