// The examples: in the list of the form, and on the page before there is an output.

import { $, element } from "./dom.js";

// own are a family's own formats: auto also reads those of other families, which are listed there.
const own = (family) => (family.formats ?? []).filter((format) => format.name.startsWith(family.name + "/"));
const ownName = (family, format) => format.name.slice(family.name.length + 1);

// models are well known. Each has an id, which selects the family, and the family's name.
const models = [
  ["Qwen 3", "Qwen/Qwen3-8B", "hermes"],
  ["Llama 3.3", "meta-llama/Llama-3.3-70B-Instruct", "llama3"],
  ["DeepSeek V3.1", "deepseek-ai/DeepSeek-V3.1", "deepseek"],
  ["Kimi K2", "moonshotai/Kimi-K2-Instruct", "kimi"],
  ["gpt-oss", "openai/gpt-oss-120b", "gpt_oss"],
];

// draw lists the examples of all families. choose gets a family's name, or none and a model, and a model output.
export function draw(families, choose) {
  const shown = families.filter((f) => own(f).length);
  $("example").replaceChildren(element("option", { value: "" }, "Choose…"), ...shown.map((f) => element("optgroup", { label: f.name },
    ...own(f).map((format) => element("option", { value: format.name }, ownName(f, format))))));
  $("example").onchange = () => {
    for (const f of shown) for (const format of own(f)) if (format.name === $("example").value) choose(f.name, "", format.example);
  };
  const pick = (format, family, model) => () => {
    $("example").value = format.name;
    choose(family, model, format.example);
  };
  $("models").replaceChildren(...models.flatMap(([label, model, name]) => {
    const family = shown.find((f) => f.name === name);
    return family ? [element("button", { type: "button", title: model, on: { click: pick(own(family)[0], "", model) } }, label)] : [];
  }));
  $("examples").replaceChildren(...shown.map((f) => element("div", {},
    element("dt", { title: f.description }, f.name),
    element("dd", {}, ...own(f).map((format) => element("button", {
      type: "button", title: format.description, "aria-label": `${format.name}, example`, on: { click: pick(format, f.name, "") },
    }, ownName(f, format)))))));
}
