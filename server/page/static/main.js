// The page: parses what is typed, and shows the result.

import * as ask from "./request.js";
import * as calls from "./calls.js";
import * as copies from "./copies.js";
import * as replay from "./replay.js";
import * as start from "./start.js";
import * as text from "./text.js";
import * as tries from "./tries.js";
import { $, element, later, plural } from "./dom.js";
import { bytesOf } from "./utf8.js";
import { call } from "./rpc.js";
import { fragment, stateOf } from "./link.js";
import { nearest } from "./nearest.js";
import { unescaped } from "./escapes.js";

// output is the text that is parsed. The text area's own has its line ends changed.
let output = "";
let families = [];
let shown; // the last response: its bytes, the state of the form, and the message
let replayed; // the stream of it, once the slider was moved
let playing;
let asked = new AbortController();

const how = () => ({ token: $("token").value, signal: asked.signal });

// say shows a message over the result. A failure leaves the last result there, marked as stale.
function say(message, failed = false) {
  $("status").textContent = message;
  $("status-box").classList.toggle("failed", failed);
  $("shown").classList.toggle("stale", failed);
  $("stale").hidden = !failed || !shown;
  $("nearest").hidden = $("tries").hidden = true;
  $("verdict").hidden = failed || !shown;
}

function fail(error) {
  if (error.name === "AbortError") return;
  if (error.code === "unauthenticated") $("token-row").hidden = false;
  say(error.code && error.message !== error.code ? `${error.message} (${error.code})` : error.message, true);
  if (error.code === "not_found" && !$("family").value) suggest();
}

// suggest offers the families that are most like an unknown model.
function suggest() {
  const names = nearest($("model").value, families.filter((f) => f.name !== "auto"), 3);
  $("nearest").hidden = names.length === 0;
  $("nearest").replaceChildren("Most similar families:", ...names.map((name) => element("button", { type: "button", on: { click: () => select(name) } }, name)));
}

function select(family) {
  $("family").value = family;
  tried();
}

// tried parses after a click. On a narrow page, the result is under what was clicked: it comes into view.
async function tried() {
  await parse();
  const { top, bottom } = $("parsed").getBoundingClientRect();
  if (shown && (top < 0 || top > innerHeight / 3 || bottom < 0)) $("parsed").scrollIntoView({ block: "start" });
}

// parse sends what the form has, and shows the response.
async function parse() {
  asked.abort();
  asked = new AbortController();
  stop();
  ask.markIgnored();
  $("escaped").hidden = unescaped(output) === undefined;
  for (const button of document.querySelectorAll(".buttons button")) button.disabled = !output;
  if (!output) return clear();
  try {
    const state = ask.read(output);
    const response = await call("ParseToolCalls", ask.request(state), how());
    shown = { bytes: bytesOf(state.output), response, state };
    replayed = undefined;
    show();
    say(summary(response));
    await suggestTries(state, response);
  } catch (error) {
    fail(error);
  }
}

// suggestTries says what to try if nothing in the output looks like a call.
async function suggestTries(state, { result = {}, diagnostics, invalidToolCalls: invalid = [] }) {
  if (result.toolCalls?.length || invalid.length) return;
  const { signal } = asked;
  const found = await tries.find({ ...state, family: diagnostics.family }, families, how()).catch(() => undefined); // they are only offers
  if (found && !signal.aborted) tries.say($("tries"), found, select, declare);
}

function declare(name) {
  $("tools").value = tries.declared($("tools").value, name);
  $("tools-box").open = true;
  tried();
}

// verdict is what was found, each part in the color of its badge.
function verdict({ result = {}, diagnostics, invalidToolCalls: invalid = [] }) {
  const calls = result.toolCalls?.length ?? 0;
  const leaks = diagnostics.leaks?.length ?? 0;
  const part = (kind, text) => element("span", { className: kind }, text);
  return [
    ...(calls ? [part("tool-call", plural(calls, "call"))] : []),
    ...(invalid.length ? [part("invalid-tool-call", plural(invalid.length, "invalid call"))] : []),
    ...(leaks ? [part("leak", plural(leaks, "leak"))] : []),
    ...(calls || invalid.length ? [] : [part("text", "No calls")]),
  ];
}

function summary({ result = {}, diagnostics }) {
  const parts = [`Family ${diagnostics.family}`];
  if (result.toolCalls?.length) parts.push(`confidence ${diagnostics.confidence ?? 0}`);
  return parts.join(", ") + ".";
}

function clear() {
  shown = replayed = undefined;
  $("start").hidden = false;
  $("shown").hidden = true;
  $("page").classList.remove("full");
  say("");
}

function show() {
  $("start").hidden = true;
  $("shown").hidden = false;
  $("page").classList.add("full");
  $("verdict").replaceChildren(...verdict(shown.response));
  text.draw($("text"), $("legend"), shown.bytes, shown.response);
  calls.draw($("results"), shown.response);
  $("json").textContent = JSON.stringify(shown.response, null, 2);
  $("slider").disabled = false;
  $("slider").max = 1;
  $("slider").value = 1;
  $("moment").textContent = "Move the slider to replay the output as a stream.";
  ended(true);
}

// ended shows the result, or what has come of it so far.
function ended(whole) {
  $("certain").hidden = whole;
  $("whole").hidden = !whole;
  $("verdict").hidden = !whole || !shown;
  $("status").hidden = !whole;
  for (const id of ["tries", "legend"]) $(id).classList.toggle("later", !whole);
}

// loaded is the stream of what is shown.
async function loaded() {
  if (replayed || !shown) return replayed;
  const { state } = shown;
  const stream = await replay.load({ ...state, size: Number($("size").value) }, how());
  if (shown?.state !== state) return undefined;
  replayed = stream;
  $("slider").max = stream.steps.length - 1;
  return stream;
}

async function go(step) {
  try {
    const fresh = !replayed;
    const stream = await loaded();
    if (!stream) return;
    const last = stream.steps.length - 1;
    step = fresh && step > 0 ? last : Math.min(step, last);
    $("slider").value = step;
    $("slider").setAttribute("aria-valuetext", $("moment").textContent = replay.describe(stream, step));
    text.draw($("text"), $("legend"), shown.bytes, shown.response, replay.moment(stream, step));
    ended(step === last);
    $("certain").hidden = false;
    replay.draw($("certain"), stream, step, go);
  } catch (error) {
    fail(error);
  }
}

function stop() {
  clearInterval(playing);
  playing = undefined;
  $("play").textContent = "Play";
  $("play").setAttribute("aria-pressed", "false");
}

async function play() {
  if (playing) return stop();
  await go(0);
  if (!replayed) return;
  $("play").textContent = "Stop";
  $("play").setAttribute("aria-pressed", "true");
  let step = 0;
  playing = setInterval(() => (step < replayed.steps.length - 1 ? go(++step) : stop()), 60);
}

function take(what) {
  output = what;
  $("output").value = what;
  tried();
}

const forget = later(() => ($("copied-note").textContent = ""), 2500);

async function copy(make) {
  try {
    const what = await make(ask.read(output));
    try {
      await navigator.clipboard.writeText(what);
      $("copied-note").textContent = "Copied.";
      forget();
    } catch { // not allowed, or no secure context
      $("copied-text").value = what;
      $("copied").showModal();
      $("copied-text").select();
    }
  } catch (error) {
    fail(error);
  }
}

async function open() {
  try {
    const state = await stateOf(location.hash);
    if (!state) return;
    ask.write(state);
    take(typeof state.output === "string" ? state.output : "");
  } catch (error) {
    fail(new Error("the link can't be read: " + error.message));
  }
}

async function listFamilies() {
  ({ families = [] } = await call("ListFamilies", {}, how()));
  families.sort((a, b) => (b.name === "auto") - (a.name === "auto"));
  const chosen = $("family").value;
  $("family").replaceChildren(...families.map((f) => element("option", { value: f.name }, f.name)), element("option", { value: "" }, "by model"));
  $("family").value = families.some((f) => f.name === chosen) ? chosen : families[0]?.name ?? "";
  start.draw(families, (family, model, example) => {
    $("family").value = family;
    if (model) $("model").value = model;
    take(example);
  });
}

// damaged is the first example: a quote that isn't escaped, a comma too many, and no closing marker.
const damaged = `Let me look. <tool_call>{"name": "search", "arguments": {"query": "say "hi" now",}}`;

function listen() {
  const soon = later(parse, 150);
  ask.build(soon);
  for (const id of ["family", "model", "tools"]) $(id).addEventListener("input", soon);
  $("model").addEventListener("input", () => ($("family").value = $("model").value ? "" : families[0]?.name ?? ""));
  $("output").addEventListener("input", () => {
    output = $("output").value;
    $("example").value = "";
    soon();
  });
  $("damaged").addEventListener("click", () => take(damaged));
  $("unescape").addEventListener("click", () => take(unescaped(output) ?? output));
  $("token").addEventListener("input", later(() => listFamilies().then(parse, fail), 400));
  $("slider").addEventListener("input", () => go(Number($("slider").value)));
  $("size").addEventListener("input", () => {
    stop();
    replayed = undefined;
    go(0);
  });
  $("play").addEventListener("click", play);
  $("copy-grpcurl").addEventListener("click", () => copy((state) => copies.grpcurl(state, location, $("token").value)));
  $("copy-case").addEventListener("click", () => copy(copies.txtar));
  $("copy-link").addEventListener("click", () => copy(async (state) => {
    history.replaceState(null, "", await fragment(state));
    return location.href;
  }));
  window.addEventListener("hashchange", open);
  drop($("output"));
}

function drop(area) {
  const over = (on) => (event) => {
    event.preventDefault();
    area.classList.toggle("dropping", on);
  };
  area.addEventListener("dragover", over(true));
  area.addEventListener("dragleave", over(false));
  area.addEventListener("drop", async (event) => {
    const file = event.dataTransfer.files[0];
    if (!file) return area.classList.remove("dropping");
    over(false)(event);
    take(new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer()));
  });
}

listen();
await listFamilies().catch(fail);
await open();
document.documentElement.dataset.ready = "true";
