// The page: one plan, asked about anew whenever it changes; the link holds all of it.

import { $, el, say, speak } from "./dom.js";
import { askJson, makeLink, readLink } from "./ask.js";
import { forgetRanges, listenFields, patchFields, fieldOf } from "./fields.js";
import { showProblems, tellAll, tellFailure, tellState } from "./notes.js";
import { drawRest, patchMenu, patchSections } from "./sections.js";
import { inSight, watch } from "./sight.js";
import { hideWhy, markDoors, rememberOpener, showWhy } from "./why.js";
import { goTo, listenKeys } from "./keys.js";
import { chooseOther, showCompare } from "./compare.js";
import { fillDownloads, take } from "./downloads.js";
import { fillMore } from "./menu.js";
import { listenPoints } from "./points.js";
import "./print.js";
import { showText, syncText, textIsOpen, toggleText } from "./text.js";
import { showStart } from "./files.js";

export const state = {
  name: "plan.yaml", plan: "", opened: "", report: null, problems: [], groups: [],
  why: null, other: null, at: null, stale: false, shown: "", shownName: "", // the plan that the results are of
};
const DRAWS_MOVING = 256;
const REST = 150;
const WIDE = 1440; // pixels from which notes and explanations have a column of their own
let drag = null;
let resting = 0;
let late = 0;
let running = null; // the whole run under way, and what is to be run after it
let next = null;

const width = () => Math.max(280, Math.min(document.querySelector("#sections .see")?.clientWidth || Math.min(innerWidth - 32, 672), 1400));
const question = (more) => ({ plan: state.plan, name: state.name, key: state.why, ...more });

// ---- while a slider moves: one question at a time, always the newest
function onMove(changes) {
  drag = { changes, from: performance.now(), width: drag?.width ?? width() }; // to measure takes a layout
  clearTimeout(resting);
  $("progress").hidden = false;
  document.body.classList.add("moving");
  resting = setTimeout(() => settle(drag?.changes), REST);
  if (!onMove.busy) moveOn();
}

async function moveOn() {
  onMove.busy = true;
  while (drag && !drag.done) {
    const { changes, from, width } = drag;
    drag.done = true;
    const sections = inSight(state);
    try {
      const answer = await askJson("/api/run", question({ changes, width, draws: DRAWS_MOVING, sections, inputs: false }));
      if (answer.report && drag) {
        // while the picture is drawn the next question is under way
        show(answer, { moving: true, only: new Set(sections) })
          .then(() => performance.measure("slider to redraw", { start: from, end: performance.now() }), tellFailure);
      }
    } catch (error) {
      tellFailure(error);
    }
  }
  onMove.busy = false;
}

async function settle(changes) {
  clearTimeout(resting);
  drag = null;
  if (changes) await change(changes);
}

// ---- at rest: the whole run
export async function change(changes, focus) {
  clearTimeout(resting);
  drag = null;
  await run({ changes });
  if (focus) fieldOf(focus)?.querySelector("input").focus();
  if (focus) fieldOf(focus)?.querySelector("input").select();
}

// One whole run at a time: what is asked meanwhile is asked when it ends, the newest alone. What
// was changed in a plan is not changed in the next one too, which is asked about `anew`.
async function run(wanted = {}) {
  if (wanted.anew) next = null;
  next = { ...next, ...wanted, changes: wanted.changes ? { ...next?.changes, ...wanted.changes } : next?.changes };
  running ??= runAll().finally(() => { running = null; });
  return running;
}

async function runAll() {
  $("progress").hidden = false;
  while (next) {
    const { changes, history = "push", glance, anew, at } = next;
    next = null;
    clearTimeout(late);
    late = setTimeout(() => tellState("still computing"), 1000);
    const begun = performance.now();
    const wasStale = state.stale;
    try {
      const more = changes ? { changes, width: width() } : { width: width() };
      const answer = await askJson("/api/run", question(glance ? { ...more, draws: DRAWS_MOVING } : more));
      if (next && !glance && !next.anew) next.changes = { ...changes, ...next.changes };
      if (next) continue;
      clearTimeout(late);
      await show(answer, {});
      if (at && !scrollY) goTo($(`s-${at}`)); // where nobody has begun to read
      tellState("", performance.now() - begun);
      if (glance && answer.report) next = { history };
      else if (history) await remember(state.stale && wasStale ? "replace" : history); // one step for all that fails in a row
      if (state.other && !glance) await showCompare(state);
    } catch (error) {
      if (anew && error.problems?.length) await show({ plan: state.plan, problems: error.problems }, {});
      tellFailure(error);
    } finally {
      clearTimeout(late);
    }
  }
  $("progress").hidden = true;
  document.body.classList.remove("moving");
  drawRest();
}

async function show(answer, { moving = false, only = null }) {
  const before = state.report;
  if (!moving) {
    state.plan = answer.plan;
    state.problems = answer.problems;
    if (answer.inputs) state.groups = answer.inputs;
  }
  if (answer.report) {
    if (moving) answer.report.menu = state.report?.menu;
    else Object.assign(state, { report: answer.report, shown: answer.plan, shownName: state.name });
    $("start").hidden = true;
    document.body.classList.remove("empty");
    const drawn = patchSections(answer.report, { moving, only });
    watch(state);
    if (moving && answer.explanation?.key === state.why) explainWith(answer.explanation);
    await drawn;
  }
  if (moving) return;
  state.stale = !answer.report;
  document.body.classList.toggle("stale", state.stale);
  if (state.report) {
    patchMenu(state.report, state.at);
    patchFields(state.groups, state.report);
    showText(state);
  }
  tellAll(answer.problems);
  if (answer.explanation) explainWith(answer.explanation);
  else if (state.why && answer.report) closeWhy();
  if (before && answer.report && before.answer !== answer.report.answer) speak(answer.report.answer);
  markDoors(state.why);
}

// ---- explanations
async function openWhy(key, { push = true } = {}) {
  state.why = key;
  try {
    const { explanation } = await askJson("/api/explain", { plan: state.shown, name: state.name, key });
    if (state.why !== key || !explanation) return;
    explainWith(explanation);
    if (push) await remember("push");
  } catch (error) {
    tellFailure(error);
  }
}

function explainWith(explanation) {
  showWhy(explanation, {
    close: () => { closeWhy(); remember("push"); },
    copyLink,
    whole: async () => {
      const key = explanation.key;
      const answer = await askJson("/api/explain", { plan: state.shown, name: state.name, key, whole: true });
      if (answer.explanation) explainWith(answer.explanation);
    },
  });
}

function closeWhy() {
  state.why = null;
  hideWhy();
}

// ---- the link
async function remember(how) {
  const link = await makeLink(state);
  if (link === location.hash) return;
  window.history[how === "push" ? "pushState" : "replaceState"](null, "", link);
}

async function copyLink() {
  await remember("replace");
  await navigator.clipboard.writeText(location.href);
  speak("link copied");
  say($("copy-link"), "Copied");
  setTimeout(() => say($("copy-link"), "Copy link"), 1500);
}

// A plan in place of the last one; a fresh one is not just the last one with its text changed.
export async function open(name, plan, { history = "push", fresh = false } = {}) {
  closeWhy();
  Object.assign(state, { name, plan, at: null, problems: [] });
  forgetRanges();
  if (fresh || !state.opened) state.opened = plan;
  if (fresh) scrollTo(0, 0);
  await run({ history, glance: true, anew: true });
  if (fresh) syncText(state);
  if (fresh && state.stale) showProblems();
  if (!state.report) showText(state, true);
  // where there is room for it, a first visit shows what an explanation is
  else if (innerWidth >= WIDE && !state.why) await openWhy(state.report.example, { push: false });
}

async function fromLink({ first = false } = {}) {
  const link = await readLink();
  if (!link.plan) return false;
  Object.assign(state, { name: link.name ?? "plan.yaml", plan: link.plan, opened: state.opened || link.plan, why: link.why });
  state.other = link.other ? { name: link.otherName ?? "other.yaml", plan: link.other } : null;
  if (!state.why) hideWhy();
  forgetRanges();
  await run({ history: null, glance: true, anew: true, at: first ? link.at : null });
  syncText(state);
  return true;
}

// Back to before any plan.
function clear() {
  closeWhy();
  Object.assign(state, { name: "plan.yaml", plan: "", report: null, problems: [], groups: [], other: null, at: null });
  for (const id of ["sections", "menu", "start-text"]) $(id).replaceChildren();
  $("menu").shape = null;
  document.querySelector(".problems")?.remove();
  document.title = "flopwatt";
  tellState("");
  say($("plan-name"), "");
  return showStart();
}

// ---- clicks
document.addEventListener("click", (event) => {
  const door = event.target.closest("a[data-key], a[data-note], a[data-place], a[data-goto], a[href^='#'], button[data-take]");
  if (!door) return;
  event.preventDefault();
  if (door.dataset.key) {
    const closed = door.closest(".behind:not([open])"); // reached by walking the chart before it
    rememberOpener(closed ? closed.closest("figure").querySelector(".chart") : door);
    openWhy(door.dataset.key);
  } else if (door.dataset.note) {
    const note = $(door.dataset.note) ?? door.closest("section").querySelector(".know");
    note?.scrollIntoView({ block: "center" });
    note?.classList.add("lit");
    setTimeout(() => note?.classList.remove("lit"), 2000);
  } else if (door.hash) goTo($(door.hash.slice(1))); // the page's own link holds the plan
  else if (door.dataset.take) take(state, door.dataset.take, door.dataset.part);
  else gotoField(door.dataset.place ?? door.dataset.goto);
});

function gotoField(key) {
  const field = fieldOf(key);
  if (!field) return textIsOpen() ? undefined : toggleText(state);
  if (innerWidth < WIDE && state.why) closeWhy(); // which stands in the place of the fields
  field.closest("details.group").open = true;
  field.closest(".say").classList.add("open");
  field.querySelector("input").focus();
  return field.scrollIntoView({ block: "center" });
}

$("copy-link").addEventListener("click", copyLink);
$("compare-open").addEventListener("click", () => chooseOther(state, () => remember("push")));
$("text-open").addEventListener("click", () => toggleText(state));
addEventListener("popstate", async () => (await fromLink()) || location.hash || clear());
let wide = innerWidth;
addEventListener("resize", () => {
  if (Math.abs(innerWidth - wide) < 8) return;
  wide = innerWidth;
  clearTimeout(resting);
  resting = setTimeout(() => state.report && run({ history: null }), 300);
});

async function begin() {
  listenFields(onMove, change);
  listenPoints();
  fillDownloads(state);
  fillMore(state);
  const closeText = () => {
    toggleText(state);
    [$("text-open"), $("more").querySelector("summary")].find((one) => one.offsetParent)?.focus();
  };
  listenKeys({ state, closeWhy: () => { closeWhy(); remember("push"); }, closeText, copyLink, compare: () => $("compare-open").click() });
  const script = el("script", { src: "/vega.js", type: "module" });
  document.head.append(script);
  await new Promise((done) => { script.onload = script.onerror = done; });
  try {
    if (await fromLink({ first: true })) return;
    const opened = await askJson("/api/opened");
    if (opened.plan) return void (await open(opened.name, opened.plan, { history: "replace", fresh: true }));
    await showStart();
  } catch (error) {
    tellFailure(error);
  }
}

begin().finally(() => document.body.classList.add("ready"));
