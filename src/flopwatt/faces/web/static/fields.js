// Inputs: what the plan says, field by field, beside what it moves; problems beside their field.

import { $, el, say, sign } from "./dom.js";

const STEP = 1;
const LEAP = 10;
let changed = () => {};
let moved = () => {};
let count = 0;

// `onMove(changes)` while a slider moves, `onChange(changes)` once it rests or a field is left.
export function listenFields(onMove, onChange) {
  moved = onMove;
  changed = onChange;
}

const order = ["training", "models", "products", "fleets", ""]; // what is said of all comes last
const OPEN = 4; // groups that are unfolded at first

// Which section of the page a group belongs to: the first that shows most numbers of its entry.
export function placeGroups(groups, report) {
  const first = report.sections[0]?.id;
  const shown = report.sections.map((section) => [section.id, keysOf(section)]);
  const placed = new Map();
  for (const group of groups) {
    const hero = !group.section || ["models", "training", "products"].includes(group.section);
    let best = first;
    if (!hero) {
      const counts = shown.slice(1).filter(([id]) => id !== "drivers" && id !== "assumptions")
        .map(([id, keys]) => [id, keys.filter((key) => key.startsWith(`${group.section}.${group.name}.`)).length]);
      const most = counts.reduce((a, b) => (b[1] > a[1] ? b : a), [first, 0]);
      best = most[0];
    }
    placed.set(best, [...(placed.get(best) ?? []), group]);
  }
  const place = (group) => order.indexOf(group.section) + 1 || order.length;
  for (const own of placed.values()) own.sort((a, b) => place(a) - place(b));
  return placed;
}

function keysOf(section) {
  return section.tables.flatMap((table) => table.rows.flatMap((row) => row.map((cell) => cell.key ?? cell.lacks ?? "")));
}

export function patchFields(groups, report) {
  const placed = placeGroups(groups, report);
  for (const section of report.sections) {
    const box = $(`s-${section.id}`)?.querySelector(".say");
    if (!box || box.classList.contains("as-text")) continue;
    const own = placed.get(section.id) ?? [];
    box.closest(".row").classList.toggle("without-inputs", !own.length);
    patchBox(box, own, section === report.sections[0]);
  }
}

function patchBox(box, groups, first) {
  const shape = JSON.stringify(groups.map((group) => [group.section, group.name, group.inputs.map((one) => [one.key, Boolean(one.stops)])]));
  if (box.shape !== shape) {
    box.shape = shape;
    const recipe = el("div", { class: "recipe" }, el("span", {}, summary(groups)),
      el("button", { type: "button", "aria-expanded": "false", onclick: (event) => {
        const open = box.classList.toggle("open");
        event.target.setAttribute("aria-expanded", String(open));
        say(event.target, open ? "Done" : "Edit");
      } }, "Edit"));
    box.replaceChildren(...(groups.length ? [recipe, el("h3", {}, first ? "Plan" : "Inputs",
        first ? el("span", {}, "marked part of a slider: likely range") : "")] : []),
      ...groups.map((group, index) => makeGroup(group, group.section && index < OPEN)));
  }
  for (const group of groups) for (const one of group.inputs) patchField(one);
}

function summary(groups) {
  const numbers = groups.flatMap((group) => group.inputs).filter((one) => one.stops);
  const told = [...numbers.filter((one) => one.low), ...numbers].slice(0, 3);
  return [...new Set(told)].map((one) => (/[a-z]{3}/.test(one.text) ? one.text : `${one.label} ${one.text}`)).join(", ")
    || groups.map((group) => group.name).filter(Boolean).join(", ");
}

function makeGroup(group, open) {
  const title = group.name ? `${words(group.entity)} “${group.name}”` : "The plan";
  return el("details", { class: "group", open: Boolean(open), dataset: { entry: `${group.section}.${group.name}` } },
    el("summary", {}, sign(group.work), title),
    ...group.inputs.map(makeField), adder(group));
}

const words = (entity) => ({ run: "Training run", api: "API" }[entity] ?? entity[0].toUpperCase() + entity.slice(1));

// One more field of an entry, chosen from those that it could say.
function adder(group) {
  if (!group.more.length) return "";
  const owner = group.name ? `${group.section}.${group.name}.` : "";
  const choice = el("select", { "aria-label": `Another field of ${group.name || "the plan"}` },
    el("option", { value: "" }, "Add a field"),
    ...group.more.map(([key]) => el("option", { value: key }, key.replaceAll("_", " "))));
  const examples = new Map(group.more);
  choice.addEventListener("change", () => {
    if (choice.value) changed({ [owner + choice.value]: examples.get(choice.value) || "…" }, owner + choice.value);
  });
  return el("p", { class: "adder" }, choice);
}

export const fieldOf = (key) => document.querySelector(`.field[data-key="${CSS.escape(key)}"]`);

function makeField(one) {
  const id = `f${(count += 1)}`;
  const box = el("input", { id, type: "text", autocomplete: "off", spellcheck: "false", list: one.words ? `${id}-words` : null });
  const field = el("div", { class: "field", dataset: { key: one.key } },
    el("div", { class: "l" }, el("label", { for: id, title: one.meaning ?? "" }, one.label), el("span", { class: "box" }, box)),
    one.words ? el("datalist", { id: `${id}-words` }, ...one.words.map((word) => el("option", { value: word }))) : "",
    one.stops ? makeSlider(one) : "",
    el("div", { class: "told", id: `${id}-told` }));
  let rest = 0;
  const commit = () => {
    clearTimeout(rest);
    if (box.value !== field.one.text && box.value !== field.sent) {
      field.sent = box.value;
      changed({ [one.key]: box.value });
    }
  };
  box.addEventListener("input", () => {
    clearTimeout(rest);
    rest = setTimeout(commit, 600);
  });
  box.addEventListener("change", commit);
  box.addEventListener("keydown", (event) => event.key === "Enter" && commit());
  return field;
}

function makeSlider(one) {
  const slider = el("input", { type: "range", min: 0, step: STEP, "aria-label": `${one.label}, slider` });
  const hint = el("p", { class: "hint" });
  slider.addEventListener("input", () => slide(slider));
  slider.addEventListener("change", () => settle(slider));
  slider.addEventListener("keydown", (event) => {
    if (!event.shiftKey || !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    const up = event.key === "ArrowRight" || event.key === "ArrowUp";
    slider.value = Number(slider.value) + (up ? LEAP : -LEAP);
    slide(slider);
    settle(slider);
  });
  return el("div", { class: "slide" }, slider, hint);
}

// Where the thumb is, in the plan's words. A thumb past an end of the range takes the end along.
function slide(slider) {
  const field = slider.closest(".field");
  const { one } = field;
  const { texts, low, high } = one.stops;
  const at = Number(slider.value);
  const changes = { [one.key]: texts[at] };
  field.pushed ??= { low: false, high: false };
  if (low >= 0) {
    if (at < low) field.pushed.low = true;
    if (at > high) field.pushed.high = true;
    if (field.pushed.low) changes[`${one.key}.low`] = at < low ? texts[at] : one.low;
    if (field.pushed.high) changes[`${one.key}.high`] = at > high ? texts[at] : one.high;
  }
  field.changes = changes;
  const box = field.querySelector("input[type=text]");
  box.value = texts[at];
  slider.setAttribute("aria-valuetext", texts[at]);
  field.moving = true;
  moved(changes);
}

function settle(slider) {
  const field = slider.closest(".field");
  field.moving = false;
  field.pushed = null;
  if (field.changes) changed(field.changes);
  field.changes = null;
}

function patchField(one) {
  const field = fieldOf(one.key);
  if (!field) return;
  const before = field.one;
  field.one = one;
  field.sent = null;
  const box = field.querySelector("input[type=text]");
  if (document.activeElement !== box || before?.text !== one.text) box.value = one.text;
  box.size = Math.max(14, Math.min(24, one.text.length));
  const slider = field.querySelector("input[type=range]");
  if (!slider || field.moving || !one.stops) return;
  const kept = before?.stops && before.low === one.low && before.high === one.high ? before.stops.texts.indexOf(one.text) : -1;
  if (kept >= 0) one.stops = { ...before.stops, at: kept };
  const { texts, at, low, high } = one.stops;
  slider.max = texts.length - 1;
  slider.value = at;
  slider.setAttribute("aria-valuetext", one.text);
  const share = (index) => `${(100 * index) / (texts.length - 1)}%`;
  slider.style.setProperty("--a", low >= 0 ? share(low) : "0%");
  slider.style.setProperty("--b", low >= 0 ? share(high) : "0%");
  say(field.querySelector(".hint"), low >= 0 ? `${one.low} to ${one.high}` : "");
}

// Problems stand beside their fields in the words of the command line; the rest above them all.
export function tellProblems(problems) {
  for (const field of document.querySelectorAll(".field[data-key]:is(.bad, .check)")) {
    field.classList.remove("bad", "check");
    field.querySelector(".told").replaceChildren();
    field.querySelector("input").removeAttribute("aria-invalid");
    field.querySelector("input").removeAttribute("aria-describedby");
  }
  const homeless = [];
  for (const problem of problems) {
    let key = problem.field;
    while (key && !fieldOf(key)) key = key.includes(".") ? key.slice(0, key.lastIndexOf(".")) : "";
    const field = key ? fieldOf(key) : null;
    if (field) tellAt(field, problem);
    else homeless.push(problem);
  }
  return homeless;
}

function tellAt(field, problem) {
  field.classList.add(problem.warning ? "check" : "bad");
  field.closest("details.group").open = true;
  const box = field.querySelector("input");
  const told = field.querySelector(".told");
  if (!problem.warning) box.setAttribute("aria-invalid", "true");
  box.setAttribute("aria-describedby", told.id);
  told.append(...problemLines(problem, (text) => changed({ [field.dataset.key]: text })));
}

export function problemLines(problem, take) {
  const where = problem.file ? `${problem.file}:${problem.line}:${problem.column}` : "";
  const given = problem.given ? `given: ${problem.given}` : "";
  const fixes = problem.nearest && take ? [el("button", { type: "button", class: "small", onclick: () => take(problem.nearest) }, problem.nearest)] : [];
  return [
    el("p", { class: problem.warning ? "warn" : "err" }, problem.warning ? "check: " : el("span", { "aria-hidden": "true" }, "▲ "), problem.message),
    problem.allowed ? el("p", { class: "hint" }, `allowed: ${problem.allowed}`) : "",
    fixes.length ? el("p", { class: "fix" }, "nearest: ", ...fixes) : "",
    el("p", { class: "hint" }, [where, given].filter(Boolean).join(" · ")),
  ].filter(Boolean);
}
