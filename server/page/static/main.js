// The page: what is typed is parsed, and shown.

import * as ask from "./request.js";
import * as calls from "./calls.js";
import * as copies from "./copies.js";
import * as replay from "./replay.js";
import * as text from "./text.js";
import { $, element, later, plural } from "./dom.js";
import { bytesOf } from "./utf8.js";
import { call } from "./rpc.js";
import { fragment, stateOf } from "./link.js";

// output is the text that is parsed. The text area's own has its line ends changed.
let output = "";
let shown; // what the last answer was to: its bytes and the response
let replayed; // the stream of it, once the slider was touched
let playing;
let asked = new AbortController();

const how = () => ({ token: $("token").value, signal: asked.signal });

function say(message, failed = false) {
  $("status").textContent = message;
  $("status").classList.toggle("failed", failed);
}

function fail(error) {
  if (error.name === "AbortError") return;
  if (error.code === "unauthenticated") $("token-row").hidden = false;
  say(error.code ? `${error.code}: ${error.message}` : error.message, true);
}

// parse asks for what the form says, and shows the answer.
async function parse() {
  asked.abort();
  asked = new AbortController();
  stop();
  const state = ask.read(output);
  if (!state.output) return clear();
  try {
    const response = await call("ParseToolCalls", ask.request(state), how());
    shown = { bytes: bytesOf(state.output), response, state };
    replayed = undefined;
    show();
    const { toolCalls = [] } = response.result ?? {};
    say(`${response.diagnostics.family}: ${plural(toolCalls.length, "call")}, confidence ${response.diagnostics.confidence ?? 0}.`);
  } catch (error) {
    fail(error);
  }
}

function clear() {
  shown = replayed = undefined;
  for (const id of ["text", "legend", "results", "json"]) $(id).replaceChildren();
  $("slider").disabled = true;
  $("certain").hidden = true;
  say("Type, paste or drop a model's output.");
}

function show() {
  text.draw($("text"), $("legend"), shown.bytes, shown.response);
  calls.draw($("results"), shown.response);
  $("json").textContent = JSON.stringify(shown.response, null, 2);
  $("slider").disabled = false;
  $("slider").max = 1;
  $("slider").value = 1;
  $("moment").textContent = "The slider replays it as a stream.";
  $("certain").hidden = true;
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
  parse();
}

async function copy(make) {
  try {
    const what = await make(ask.read(output));
    try {
      await navigator.clipboard.writeText(what);
      say("Copied.");
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
    fail(new Error("The link can't be read: " + error.message));
  }
}

async function listFamilies() {
  const { families = [] } = await call("ListFamilies", {}, how());
  const chosen = $("family").value;
  $("family").replaceChildren(element("option", { value: "" }, "by model"), ...families.map((f) => element("option", { value: f.name }, f.name)));
  $("family").value = families.some((f) => f.name === chosen) ? chosen : families[0]?.name ?? "";
  const examples = families.flatMap((f) => (f.formats ?? []).map((format) => ({ family: f.name, ...format })));
  $("example").replaceChildren(element("option", { value: "" }, "…"), ...examples.map((e) => element("option", { value: e.name }, e.name)));
  $("example").onchange = () => {
    const example = examples.find((e) => e.name === $("example").value);
    if (!example) return;
    $("family").value = example.family;
    take(example.example);
  };
}

function listen() {
  const soon = later(parse, 150);
  ask.build(soon);
  for (const id of ["family", "model", "tools"]) $(id).addEventListener("input", soon);
  $("model").addEventListener("input", () => ($("family").value = $("model").value ? "" : $("family").value));
  $("output").addEventListener("input", () => {
    output = $("output").value;
    soon();
  });
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
