// The explanation of a number: what it is, how it came about, and the next number down.

import { $, el, foldable, say } from "./dom.js";

const signs = { computed: "ƒ", given: "✎", catalog: "▤", measured: "◉", assumed: "≈" };
const DEEP = 4;
const SHORT = 8; // letters of a symbol that says more than the name beside it
let opener = null;

export function showWhy(why, { close, copyLink, whole }) {
  const panel = $("why");
  const same = panel.dataset.key === why.key;
  const scroll = panel.scrollTop;
  const [top, ...below] = why.lines;
  panel.dataset.key = why.key;
  panel.className = `why ${why.key.startsWith("training.") ? "of-training" : why.key.startsWith("products.") ? "of-inference" : ""}`;
  panel.replaceChildren(
    el("div", { class: "hd" },
      el("div", {}, el("p", { class: "kick" }, ...foldable(why.key.split(".").join(" › ").replaceAll("_", " "))),
        el("p", { class: "val" }, top.text, " ", top.range ? el("small", {}, top.range) : "")),
      el("button", { type: "button", class: "close", "aria-label": "Close the explanation", onclick: close }, "✕")),
    el("p", { class: "meaning" }, why.meaning),
    why.written || why.exact ? el("div", { class: "formula" }, ...formula(why)) : "",
    why.likely ? el("p", { class: "hint" }, why.likely) : "",
    why.beside ? el("p", { class: "hint" }, `Beside it: ${why.beside}`) : "",
    below.length || top.origin !== "computed" ? tree(top, below) : "",
    why.below ? el("p", { class: "hint" }, `${why.below} more values lie below. `,
      el("button", { type: "button", class: "link", onclick: whole }, "Whole tree")) : "",
    ...why.bearings.map(bearing),
    why.months.length ? months(why.months) : "",
    el("h4", {}, "Paragraph to copy"),
    el("p", { class: "copy", id: "why-copy" }, why.paragraph),
    el("p", { class: "acts" },
      el("button", { type: "button", class: "small", onclick: (event) => copy(event, why.paragraph) }, "Copy"),
      el("button", { type: "button", class: "small", onclick: copyLink }, "Link")),
    why.sources.length ? el("div", { class: "cited" }, el("h4", {}, "Sources"),
      ...why.sources.map((one) => el("p", { class: "hint" }, one.text))) : "");
  panel.hidden = false;
  if (!document.body.classList.contains("with-why")) inPlace(() => document.body.classList.add("with-why"));
  if (same) panel.scrollTop = scroll;
  else panel.scrollTop = 0;
  markDoors(why.key);
}

function formula(why) {
  return [why.written, why.exact ? `= ${why.exact}` : ""].filter(Boolean).map((line) => el("div", {}, line));
}

function tree(top, below) {
  const lines = below.length ? below : [top];
  const deeper = lines.filter((line) => line.depth > DEEP);
  const list = el("ul", { class: "tree" }, ...lines.map(treeLine));
  if (!deeper.length) return list;
  return el("div", {}, list, el("button", { type: "button", class: "link", onclick: (event) => {
    list.classList.add("all");
    event.target.remove();
  } }, `${deeper.length} deeper lines`));
}

function treeLine(line) {
  const door = line.key && line.depth ? el("a", { class: "n", href: `#why=${line.key}`, dataset: { key: line.key } }, line.text) : line.text;
  const about = [line.detail, line.note].filter(Boolean).join(", ");
  const made = el("li", { class: line.depth > DEEP ? "deep" : null },
    el("span", { class: "r" }, el("span", { class: "name" }, line.symbol.length > SHORT ? "" : el("code", {}, `${line.symbol} `), ...foldable(line.name)), el("b", {}, door)),
    line.range ? el("span", { class: "m rng" }, line.range) : "",
    el("span", { class: "m" }, line.origin ? el("span", { class: "org" }, el("span", { "aria-hidden": "true" }, `${signs[line.origin] ?? ""} `), line.origin, " ") : "",
      line.origin === "given" ? el("a", { href: "#", dataset: { place: line.key, at: line.detail } }, line.detail) : about,
      line.origin === "given" && line.note ? `, ${line.note}` : ""));
  made.style.setProperty("--depth", Math.max(0, line.depth - 1));
  return made;
}

// What moves the number, or what it is used by.
function bearing({ head, links, more }) {
  const rows = links.map((link) => el("li", {},
    el("a", { class: "n", href: `#why=${link.key}`, dataset: { key: link.key } }, ...foldable(link.name)), " ",
    el("span", { class: "rng" }, link.text)));
  return el("div", {}, el("h4", {}, head[0].toUpperCase() + head.slice(1)),
    el("ul", { class: "near" }, ...rows, more ? el("li", { class: "rng" }, more) : ""));
}

function months(rows) {
  return el("details", { class: "fold" }, el("summary", {}, "By month"),
    el("dl", { class: "months" }, ...rows.flatMap(([month, text]) => [el("dt", {}, month), el("dd", {}, text)])));
}

async function copy(event, text) {
  await navigator.clipboard.writeText(text);
  say(event.target, "Copied");
}

// The page makes room for an explanation, or takes it back, and the number asked about stays where
// it is; where it is out of sight, the first section in sight does.
function inPlace(change) {
  const seen = (one) => one?.isConnected && one.getBoundingClientRect().bottom > 0 && one.getBoundingClientRect().top < innerHeight;
  const held = [opener, ...document.querySelectorAll("#sections > section")].find(seen);
  const before = held?.getBoundingClientRect().top;
  change();
  if (held) scrollBy(0, held.getBoundingClientRect().top - before);
}

export function hideWhy() {
  const panel = $("why");
  if (panel.hidden) return;
  panel.hidden = true;
  panel.dataset.key = "";
  inPlace(() => document.body.classList.remove("with-why"));
  markDoors(null);
  opener?.focus({ preventScroll: true });
  opener = null;
}

export function rememberOpener(element) {
  if (!$("why").contains(element)) opener = element;
}

export function markDoors(key) {
  for (const door of document.querySelectorAll("a.on")) door.classList.remove("on");
  if (key) for (const door of document.querySelectorAll(`#main a[data-key="${CSS.escape(key)}"]`)) door.classList.add("on");
}
