// Everything on the page is made here, of elements and text: no string is ever parsed as HTML.

export const $ = (id) => document.getElementById(id);

// element makes an element of properties, and of children that are nodes or text.
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "on") for (const [event, listener] of Object.entries(value)) made.addEventListener(event, listener);
    else if (key in made && key !== "list" && typeof value !== "string") made[key] = value;
    else made.setAttribute(key === "className" ? "class" : key, value);
  }
  made.append(...children.filter((child) => child !== undefined && child !== null && child !== false && child !== ""));
  return made;
}

// words is an enum's value as a person reads it.
export const words = (value, prefix) => value.replace(prefix, "").replaceAll("_", " ").toLowerCase();

// plural is a count of things.
export const plural = (n, thing) => `${n} ${thing}${n === 1 ? "" : "s"}`;

// later delays f, and starts over with each call. wait is in milliseconds.
export function later(f, wait) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(f, wait);
  };
}
