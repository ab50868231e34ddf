// Sections: a finding as the title, inputs at the left, charts and tables, notes at the right.

import { $, arrange, el, foldable, say, sign } from "./dom.js";
import { makeFigure, patchFigure } from "./charts.js";
import { refreshPoint } from "./points.js";
import { patchBlock, patchCell, patchTable, tableBlock } from "./tables.js";

function makeSection(section, first) {
  const title = first ? "h1" : "h2";
  const header = el("header", {},
    el("p", { class: "eyebrow" }, section.name),
    el(title, { id: `title-${section.id}`, class: "finding" }),
    first ? el("p", { class: "lede" }) : "",
    first ? el("dl", { class: "cards" }) : "");
  return el("section", {
    class: first ? "row hero" : "row", id: `s-${section.id}`, "aria-labelledby": `title-${section.id}`,
    dataset: { section: section.id }, tabindex: "-1",
  }, header, el("div", { class: "say" }), el("div", { class: "see" }), el("div", { class: "know" }));
}

// All sections of a report; those that are there already change in place. While a slider moves it
// is done when the charts are drawn.
export async function patchSections(report, { moving = false, only = null } = {}) {
  const holder = $("sections");
  const told = only ? report.sections.filter((one) => only.has(one.id)) : report.sections;
  if (!only) {
    const ids = report.sections.map((section) => section.id);
    const there = [...holder.children].map((one) => one.dataset.section);
    if (JSON.stringify(ids) !== JSON.stringify(there)) {
      arrange(holder, report.sections.map((section, index) => {
        const old = $(`s-${section.id}`);
        return old && old.classList.contains("hero") === !index ? old : makeSection(section, !index);
      }));
    }
  }
  await Promise.all(told.map((section) => {
    const row = $(`s-${section.id}`);
    return row && patchSection(row, section, report, moving);
  }));
}

function patchSection(row, section, report, moving) {
  const hero = row.classList.contains("hero");
  const eyebrow = hero ? report.title : section.name;
  say(row.querySelector(".eyebrow"), eyebrow);
  if (hero) {
    patchAnswer(row.querySelector("h1"), report.answer || section.title);
    say(row.querySelector(".lede"), [report.answer ? section.title : "", report.lede].filter(Boolean).join(" "));
    patchCards(row.querySelector(".cards"), report.cards);
  } else {
    sayFolded(row.querySelector("h2"), section.title);
  }
  if (moving) return moveSee(row, section);
  patchSee(row, section);
  patchKnow(row, section);
  return null;
}

function patchAnswer(title, answer) {
  title.classList.toggle("long", answer.length > 110);
  title.classList.toggle("longer", answer.length > 220);
  sayFolded(title, answer);
}

// Long names in a heading break behind their dots and marks; a number does not part from its unit.
function sayFolded(title, text) {
  if (title.said === text) return;
  title.said = text;
  title.replaceChildren(...foldable(text.replace(/(\d) (?=(?:%|[kMGT]?Wh?|MVA)(?![a-z]))/g, "$1\u00a0")));
}

// A table that draws bars in plain signs, which a chart above it draws better.
const inSigns = (table) => table.rows.length > 0 && table.rows.every((row) => /^[█▓▒░\s]*$/.test(row[1]?.text ?? "no bar"));

function moveSee(row, section) {
  const see = row.querySelector(".see");
  for (const table of section.tables) {
    const block = see.querySelector(`[data-block="${table.id}"]`);
    if (block) patchBlock(block, table);
  }
  return Promise.all(section.charts.map((chart) => {
    const figure = see.querySelector(`[data-chart="${chart.id}"]`);
    return figure && row.seen && patchFigure(figure, chart, { moving: true });
  }));
}

function patchSee(row, section) {
  const see = row.querySelector(".see");
  const drawn = new Set(section.charts.map((chart) => chart.table.id));
  const blocks = section.tables.filter((table) => !drawn.has(table.id))
    .map((table) => (section.charts.length && inSigns(table) ? { ...table, folded: true } : table));
  const wanted = [...section.charts.map((chart) => `chart ${chart.id}`), ...blocks.map((table) => `table ${table.id}`)];
  if (JSON.stringify(see.wanted) !== JSON.stringify(wanted)) {
    see.wanted = wanted;
    see.replaceChildren(...section.charts.map(makeFigure), ...blocks.map(tableBlock));
  }
  for (const chart of section.charts) {
    const figure = see.querySelector(`[data-chart="${chart.id}"]`);
    patchTable(figure.querySelector(".behind .scroll"), chart.table);
    refreshPoint(figure);
    figure.todo = () => patchFigure(figure, chart);
    if (row.seen) runTodo(figure);
  }
  for (const table of blocks) patchBlock(see.querySelector(`[data-block="${table.id}"]`), table);
}

function runTodo(figure) {
  const todo = figure.todo;
  figure.todo = null;
  return todo?.();
}

// Charts out of sight are drawn when they come into it.
export function sectionSeen(row, seen) {
  row.seen = seen;
  if (seen) for (const figure of row.querySelectorAll("figure")) runTodo(figure);
}

// Those that nobody has come to yet are drawn while nothing else is to be done: paper shows all.
export function drawRest() {
  const idle = window.requestIdleCallback ?? ((deed) => setTimeout(deed, 100));
  const figure = [...document.querySelectorAll("#sections figure")].find((one) => one.todo);
  if (figure) idle(async () => { await runTodo(figure); drawRest(); });
}

function patchKnow(row, section) {
  const told = [...section.tables, ...section.charts.map((chart) => chart.table)].filter((table) => table.note);
  const once = [...new Map(told.map((table) => [table.note, table])).values()];
  row.querySelector(".know").replaceChildren(...once.map((table) => el("div", { class: "note", id: `note-${table.id}` },
    el("h3", {}, table.title), ...table.note.split("\n").map((line) => el("p", {}, line)))));
}

function patchCards(list, cards) {
  const shape = cards.map((card) => card.id).join();
  if (list.shape !== shape) {
    list.shape = shape;
    list.replaceChildren(...cards.map((card) => el("div", { class: "card" },
      el("dt", {}, sign(card.work), card.label), el("dd", { class: "v" }), el("dd", { class: "more" }))));
  }
  cards.forEach((card, index) => {
    const box = list.children[index];
    patchCell(box.querySelector(".v"), { ...card.cell, range: "" }, "");
    const more = box.querySelector(".more");
    const bar = card.share === null ? [] : [el("span", { class: "split", "aria-hidden": "true" },
      el("i", { class: "tr" }), el("i", { class: "in" }))];
    more.replaceChildren(...bar, el("p", {},
      card.cell.range ? el("span", { class: "rng" }, card.cell.range) : "",
      card.note ? el("span", {}, card.note) : ""));
    if (bar.length) bar[0].firstChild.style.flexGrow = 1 - card.share;
    if (bar.length) bar[0].lastChild.style.flexGrow = card.share;
  });
}

// The menu: sections in order, each with its number.
export function patchMenu(report, at) {
  const menu = $("menu");
  const shape = report.sections.map((section) => section.id).join();
  if (menu.shape !== shape) {
    menu.shape = shape;
    menu.replaceChildren(...report.sections.map((section) => el("a", { href: `#s-${section.id}`, dataset: { at: section.id } },
      section.name, el("em"))));
  }
  for (const item of menu.children) {
    say(item.querySelector("em"), report.menu?.[item.dataset.at] ?? "");
    if (item.dataset.at === at) item.setAttribute("aria-current", "true");
    else item.removeAttribute("aria-current");
  }
}
