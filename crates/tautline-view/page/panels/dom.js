// Elements of the page, made in one line.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number | boolean | ((event: any) => void) | null | undefined>} [attributes] a function listens to
 *     the event of that name
 * @param {(Node | string | null | undefined | false)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (typeof value === "boolean") element.toggleAttribute(key, value);
    else if (value !== null && value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/**
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [help]
 */
export function field(label, control, help) {
  return el("label", { class: "field", title: help }, el("span", {}, label), control);
}

/**
 * @param {string} label
 * @param {() => void} click
 * @param {{title?: string, class?: string, id?: string}} [attributes]
 */
export function button(label, click, attributes = {}) {
  return el("button", { type: "button", click, ...attributes }, label);
}

/**
 * @param {string} label
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} change
 * @param {string} [title]
 * @param {string[]} marks colours that it is about
 */
export function checkbox(label, isOn, change, title, ...marks) {
  const box = el("input", { type: "checkbox", change: () => change(box.checked) });
  box.checked = isOn;
  const squares = marks.map((colour) => {
    const mark = el("span", { class: "mark" });
    mark.style.background = colour;
    return mark;
  });
  return el("label", { class: "check", title }, box, ...squares, label);
}

/**
 * @param {string[]} values
 * @param {string} value
 * @param {(value: string) => void} change
 * @param {(value: string) => string} [label]
 */
export function select(values, value, change, label = (text) => text) {
  const options = values.map((text) => el("option", { value: text }, label(text)));
  const box = el("select", { change: () => change(box.value) }, ...options);
  box.value = value;
  return box;
}

/**
 * A number; what cannot be is not taken.
 * @param {{value: number | string, min: number, max: number, step?: number | string, id?: string}} range
 * @param {(value: number) => void} change
 */
export function number(range, change) {
  const box = el("input", {
    type: "number", ...range, step: range.step ?? 1, value: String(range.value),
    change: () => {
      if (box.checkValidity() && box.value !== "") change(Number(box.value));
      else box.reportValidity();
    },
  });
  return box;
}

/**
 * A list of names and values.
 * @param {string} id
 * @param {string[][]} rows
 */
export function facts(id, rows) {
  return el("dl", { class: "facts", id }, ...rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", { "data-fact": name }, value)]));
}

/**
 * @template {HTMLElement} E
 * @param {string} id
 * @param {E} element
 * @returns {E}
 */
export function withId(id, element) {
  element.id = id;
  return element;
}
