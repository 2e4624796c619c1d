// Modals: the bot's forms.

import { el, icon, ICONS, landmark } from "./dom.js";
import { selectControl } from "./selects.js";

const SELECT = 3, TEXT_INPUT = 4, LABEL = 18;
let counter = 0;

/** Show the modal that an answer opened; `submit` gets the values and resolves to the bot's answer. */
export function openModal(modal, pane, submit) {
  const values = {};
  const fields = modal.components.map((part) => field(part, values, pane));
  const problem = el("p", { class: "problem", role: "alert" });
  const send = el("button", { class: "button style-1", type: "submit" }, "Submit");
  const cancel = el("button", { class: "button style-plain", type: "button", on: { click: () => box.close() } }, "Cancel");
  const form = el("form", {}, el("div", { class: "modal-body" }, fields), problem, el("footer", {}, cancel, send));
  const shut = el("button", { class: "icon-button", type: "button", "aria-label": "Close", on: { click: () => box.close() } }, icon(ICONS.cross));
  const box = el("dialog", { class: "modal", "aria-label": modal.title }, el("header", {}, el("h2", { dir: "auto" }, modal.title), shut), form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    const answer = await submit(values);
    send.disabled = false;
    if (answer.error || answer.outcome === "failed") problem.textContent = answer.error ?? "Something went wrong. Try again.";
    else box.close();
  });
  const home = landmark(document.activeElement);
  box.addEventListener("close", () => {
    box.remove();
    home()?.focus({ preventScroll: true });
  });
  document.body.append(box);
  box.showModal();
  form.querySelector("input, textarea, .select")?.focus();
}

function field(part, values, pane) {
  if (part.type !== LABEL) return cannotFill();
  counter += 1;
  const { label: words, description: hint, component } = part;
  const id = `field-${counter}`, named = { id, words, hint: hint ? `${id}-hint` : undefined };
  const required = component.required ?? true;
  return el(
    "div",
    { class: "field" },
    el("label", { for: id, dir: "auto" }, words, required && el("span", { class: "star", "aria-hidden": "true" }, " *")),
    hint && el("div", { class: "hint", id: named.hint, dir: "auto" }, hint),
    control(component, named, required, values, pane),
  );
}

function control(part, named, required, values, pane) {
  if (part.type === TEXT_INPUT) return textInput(part, named, required, values);
  return part.type === SELECT ? chooser(part, named, values, pane) : cannotFill();
}

function cannotFill() {
  return el("p", { class: "hint" }, "The playground cannot fill this in; try the bot on a real server.");
}

function textInput(part, named, required, values) {
  values[part.custom_id] = part.value ?? "";
  const props = {
    id: named.id, "aria-describedby": named.hint, name: part.custom_id, dir: "auto", required, placeholder: part.placeholder, minlength: part.min_length,
    maxlength: part.max_length ?? 4000, autocomplete: "off", value: part.value ?? "",
    on: { input: (event) => { values[part.custom_id] = event.target.value; } },
  };
  return part.style === 2 ? el("textarea", { ...props, rows: 4 }) : el("input", { ...props, type: "text" });
}

function chooser(part, named, values, pane) {
  const holder = el("div", {});
  const draw = (chosen) => {
    holder.replaceChildren(selectControl(part, pane.store, { field: named, chosen, done: (next) => {
      values[part.custom_id] = next;
      draw(next);
      holder.firstChild.focus();
    } }));
  };
  values[part.custom_id] = part.options.filter((option) => option.default).map((option) => option.value);
  draw(undefined);
  return holder;
}
