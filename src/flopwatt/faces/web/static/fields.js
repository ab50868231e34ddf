// Inputs: what the plan says, field by field, beside what it moves; problems beside their field.

import { $, arrange, el, say, sign } from "./dom.js";

const STEP = 1;
const LEAP = 10;
const REST = 600; // milliseconds without a key, after which what is typed is sent
const stated = new Map(); // by key, ranges as the plan's text has them
let changed = () => {};
let moved = () => {};
let count = 0;

// `onMove(changes)` while a slider moves, `onChange(changes)` once it rests or a field is left.
export function listenFields(onMove, onChange) {
  moved = onMove;
  changed = onChange;
}

const entryOf = (group) => `${group.section}.${group.name}`;
const order = ["training", "models", "products", "fleets", ""]; // what is said of all comes last
const OPEN = 4; // groups that are unfolded at first

// Which section of the page a group belongs to: the first that shows most numbers of its entry.
export function placeGroups(groups, report) {
  const first = report.sections[0]?.id;
  const shown = report.sections.map((section) => [section.id, keysOf(section)]);
  const placed = new Map();
  const held = document.activeElement?.closest("details.group"); // which stays where it is
  for (const group of groups) {
    const hero = !group.section || ["models", "training", "products"].includes(group.section);
    let best = first;
    if (!hero) {
      const counts = shown.slice(1).filter(([id]) => id !== "drivers" && id !== "assumptions")
        .map(([id, keys]) => [id, keys.filter((key) => key.startsWith(`${group.section}.${group.name}.`)).length]);
      const most = counts.reduce((a, b) => (b[1] > a[1] ? b : a), [first, 0]);
      best = most[0];
    }
    const stays = held?.dataset.entry === entryOf(group) ? held.closest("section").dataset.section : "";
    if (report.sections.some((section) => section.id === stays)) best = stays;
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

// Groups and fields that are there already stay as they are, with the focus and what is typed.
function patchBox(box, groups, first) {
  const own = (choice) => box.querySelector(`:scope > ${choice}`);
  const heads = groups.length ? [own(".recipe") ?? makeRecipe(box), own("h3") ?? el("h3", {}, first ? "Plan" : "Inputs",
    first ? el("span", {}, "marked part of a slider: likely range") : "")] : [];
  const bodies = groups.map((group, index) => own(`details[data-entry="${CSS.escape(entryOf(group))}"]`)
    ?? makeGroup(group, group.section && index < OPEN));
  arrange(box, [own(".problems"), ...heads, ...bodies].filter(Boolean));
  if (groups.length) say(heads[0].querySelector("span"), summary(groups));
  groups.forEach((group, index) => patchGroup(bodies[index], group));
}

function makeRecipe(box) {
  return el("div", { class: "recipe" }, el("span", {}),
    el("button", { type: "button", "aria-expanded": "false", onclick: (event) => {
      const open = box.classList.toggle("open");
      event.target.setAttribute("aria-expanded", String(open));
      say(event.target, open ? "Done" : "Edit");
    } }, "Edit"));
}

function summary(groups) {
  const numbers = groups.flatMap((group) => group.inputs).filter((one) => one.stops);
  const told = [...numbers.filter((one) => one.low), ...numbers].slice(0, 3);
  return [...new Set(told)].map((one) => (/[a-z]{3}/.test(one.text) ? one.text : `${one.label} ${one.text}`)).join(", ")
    || groups.map((group) => group.name).filter(Boolean).join(", ");
}

function makeGroup(group, open) {
  const title = group.name ? `${words(group.entity)} “${group.name}”` : "The plan";
  return el("details", { class: "group", open: Boolean(open), dataset: { entry: entryOf(group) } },
    el("summary", {}, sign(group.work), title));
}

function patchGroup(body, group) {
  const there = new Map([...body.querySelectorAll(":scope > .field")].map((one) => [one.dataset.key, one]));
  const fields = group.inputs.map((one) => there.get(one.key) ?? makeField(one));
  let more = body.querySelector(":scope > .adder");
  if (JSON.stringify(more?.choices ?? []) !== JSON.stringify(group.more)) more = adder(group);
  arrange(body, [body.querySelector("summary"), ...fields, more].filter(Boolean));
  group.inputs.forEach((one, index) => patchField(fields[index], one));
}

const words = (entity) => ({ run: "Training run", api: "API" }[entity] ?? entity[0].toUpperCase() + entity.slice(1));

// One more field of an entry, chosen from those that it could say.
function adder(group) {
  if (!group.more.length) return null;
  const owner = group.name ? `${group.section}.${group.name}.` : "";
  const choice = el("select", { "aria-label": `Another field of ${group.name || "the plan"}` },
    el("option", { value: "" }, "Add a field"),
    ...group.more.map(([key]) => el("option", { value: key }, key.replaceAll("_", " "))));
  const examples = new Map(group.more);
  choice.addEventListener("change", () => {
    if (choice.value) changed({ [owner + choice.value]: examples.get(choice.value) || "…" }, owner + choice.value);
  });
  return Object.assign(el("p", { class: "adder" }, choice), { choices: group.more });
}

export const fieldOf = (key) => document.querySelector(`.field[data-key="${CSS.escape(key)}"]`);

function makeField(one) {
  const id = `f${(count += 1)}`;
  const box = el("input", { id, type: "text", autocomplete: "off", spellcheck: "false", list: one.words ? `${id}-words` : null });
  const field = el("div", { class: "field", dataset: { key: one.key } },
    el("div", { class: "l" }, el("label", { for: id, title: one.meaning ?? "" }, one.label), el("span", { class: "box" }, box)),
    one.words ? el("datalist", { id: `${id}-words` }, ...one.words.map((word) => el("option", { value: word }))) : "",
    el("p", { class: "hint follows" }),
    el("p", { class: "emptied warn", hidden: true }, "check: left empty, this field goes out of the plan"),
    el("div", { class: "told", id: `${id}-told` }));
  listenBox(box, field);
  return field;
}

// What is typed is sent at rest and when the field is left; nothing at all only when it is left.
function listenBox(box, field) {
  let rest = 0;
  const commit = (left) => {
    clearTimeout(rest);
    const typed = box.value.trim();
    const emptied = !typed && !left;
    field.querySelector(".emptied").hidden = !emptied;
    if (emptied || typed === field.one.text || typed === field.sent) return;
    field.sent = typed;
    changed(changesTo(field, typed));
  };
  box.addEventListener("input", () => {
    clearTimeout(rest);
    rest = setTimeout(commit, REST);
  });
  field.addEventListener("focusout", (event) => {
    const stays = field.contains(event.relatedTarget) || document.activeElement === event.target; // another window
    commit(!stays);
  });
  box.addEventListener("keydown", (event) => event.key === "Enter" && commit());
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

// Where the thumb is, in the plan's words.
function slide(slider) {
  const field = slider.closest(".field");
  const text = slider.texts[Number(slider.value)];
  field.changes = changesTo(field, text);
  field.querySelector("input[type=text]").value = text;
  slider.setAttribute("aria-valuetext", text);
  field.moving = true;
  moved(field.changes);
}

function settle(slider) {
  const field = slider.closest(".field");
  field.moving = false;
  if (field.changes) changed(field.changes);
  field.changes = null;
}

// A value with its range as it was stated before any value went past an end of it: where one goes
// past, the end follows, and it comes back with the value.
function changesTo(field, text) {
  const { key, low, high } = field.one;
  if (!text || !(low || high)) return { [key]: text };
  if (!stated.has(key)) stated.set(key, { low, high });
  const ends = stated.get(key);
  const sent = Object.keys(ends).filter((end) => ends[end]).map((end) => [`${key}.${end}`, ends[end]]);
  return { [key]: text, ...Object.fromEntries(sent) };
}

// Ranges are those of a plan's text: of another text they are read anew.
export const forgetRanges = () => stated.clear();

function followed(one) {
  const ends = stated.get(one.key) ?? {};
  return Object.keys(ends).filter((end) => ends[end] && one[end] && ends[end] !== one[end])
    .map((end) => `${end} follows to ${one[end]}; it was ${ends[end]}`).join("; ");
}

function patchField(field, one) {
  const before = field.one;
  field.one = one;
  const box = field.querySelector("input[type=text]");
  // under the cursor only what nobody has typed in is changed, by a slider or a way back
  const typing = document.activeElement === box && box.value !== before?.text;
  if (!typing && box.value !== one.text) box.value = one.text;
  if (!typing) field.querySelector(".emptied").hidden = true;
  field.sent = null;
  box.size = Math.max(14, Math.min(24, one.text.length));
  say(field.querySelector(".follows"), followed(one));
  patchSlider(field, one, before);
}

function patchSlider(field, one, before) {
  let slide = field.querySelector(".slide");
  slide?.toggleAttribute("data-gone", !one.stops);
  if (!one.stops && !slide?.contains(document.activeElement)) slide?.remove();
  if (!one.stops) return;
  if (!slide) field.querySelector(".follows").before((slide = makeSlider(one)));
  if (field.moving) return;
  const kept = before?.stops && before.low === one.low && before.high === one.high ? before.stops.texts.indexOf(one.text) : -1;
  if (kept >= 0) one.stops = { ...before.stops, at: kept };
  const { texts, at, low, high } = one.stops;
  const slider = slide.querySelector("input");
  slider.texts = texts;
  slider.max = texts.length - 1;
  slider.value = at;
  slider.setAttribute("aria-valuetext", one.text);
  const share = (index) => `${(100 * index) / (texts.length - 1)}%`;
  slider.style.setProperty("--a", low >= 0 ? share(low) : "0%");
  slider.style.setProperty("--b", low >= 0 ? share(high) : "0%");
  say(slide.querySelector(".hint"), low >= 0 ? `${one.low} to ${one.high}` : "");
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
  told.append(...problemLines(problem, (text) => changed({ [field.dataset.key]: text }, field.dataset.key)));
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
