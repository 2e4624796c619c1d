// The option fields of a slash command being written: what each suggests, and what it finally sends.

const STRING = 3, INTEGER = 4, BOOLEAN = 5, USER = 6;

/** Return what an option suggests for the text typed so far: `{ label, value, description }`, or null to ask the bot. */
export function suggestions(option, typed, store) {
  if (option.autocomplete) return null;
  const all = everything(option, store);
  const words = typed.trim().toLowerCase();
  return all.filter((one) => `${one.label} ${one.description ?? ""}`.toLowerCase().includes(words)).slice(0, 25);
}

function everything(option, store) {
  if (option.choices?.length) return option.choices.map((choice) => ({ label: choice.name, value: choice.value }));
  if (option.type === BOOLEAN) return [{ label: "True", value: true }, { label: "False", value: false }];
  return option.type === USER ? peopleOffered(store) : [];
}

/** Return the people of the server, and the bot, as an option or a select offers them. */
export function peopleOffered(store) {
  return [
    ...store.people.map((person) => ({ label: person.shown, value: person.id, description: person.name, person })),
    { label: store.bot.shown, value: store.bot.id, description: "the bot", person: store.bot, bot: true },
  ];
}

/** Return `{ value }` or `{ error }` for what stands in a field. */
export function finalValue(option, field, store) {
  if (field.value !== undefined && field.text === field.label) return { value: field.value };
  const typed = field.text.trim();
  const exact = everything(option, store).find((one) => one.label.toLowerCase() === typed.toLowerCase() || String(one.value) === typed || one.description === typed);
  if (exact) return { value: exact.value };
  if (option.choices?.length || option.type === BOOLEAN) return { error: `Choose one of the offered values for ${option.name}.` };
  if (option.type === INTEGER) {
    return Number.isFinite(Number(typed)) && typed !== "" ? { value: typed } : { error: `${option.name} needs a number.` };
  }
  if (option.type !== STRING) return { error: `Choose ${option.name} from the list.` };
  return { value: field.text };
}

/** Split `a:1 b:two words` into the names and texts of known options; words before the first name go to `first`. */
export function parseOptions(text, options) {
  const found = [];
  const names = new Set(options.map((option) => option.name));
  const marks = [...text.matchAll(/(?:^|\s)([\w-]+):/g)].filter((mark) => names.has(mark[1]));
  const head = text.slice(0, marks[0]?.index ?? text.length).trim();
  marks.forEach((mark, at) => {
    found.push([mark[1], text.slice(mark.index + mark[0].length, marks[at + 1]?.index ?? text.length).trim()]);
  });
  return { first: head, found };
}
