// The examples: in the list of the form, and on the page before there is an output.

import { $, element } from "./dom.js";

// own are a family's own formats: auto also reads those of other families, which are listed there.
const own = (family) => (family.formats ?? []).filter((format) => format.name.startsWith(family.name + "/"));
const ownName = (family, format) => format.name.slice(family.name.length + 1);

// draw lists the examples of all families. choose gets a family's name and a model output.
export function draw(families, choose) {
  const shown = families.filter((f) => own(f).length);
  $("example").replaceChildren(element("option", { value: "" }, "Choose…"), ...shown.map((f) => element("optgroup", { label: f.name },
    ...own(f).map((format) => element("option", { value: format.name }, ownName(f, format))))));
  $("example").onchange = () => {
    for (const f of shown) for (const format of own(f)) if (format.name === $("example").value) choose(f.name, format.example);
  };
  $("examples").replaceChildren(...shown.map((f) => element("div", {},
    element("dt", { title: f.description }, f.name),
    element("dd", {}, ...own(f).map((format) => element("button", { type: "button", title: format.description, "aria-label": `${format.name}, example`, on: {
      click: () => {
        $("example").value = format.name;
        choose(f.name, format.example);
      },
    } }, ownName(f, format)))))));
}
