/** The bounds of fields. */
export const FIELD_LIMITS = {
  /** Different ones in a text. */
  inText: 20,
  nameLength: 30,
} as const;

const FIELD = /\{([a-z][a-z0-9_]{0,29})\}/g;

/** The names of the fields in a text, `{first_name}`, each once, in their order. */
export function fieldsOf(text: string): string[] {
  return [...new Set([...text.matchAll(FIELD)].map(([, name = '']) => name))];
}

/** A text with its fields filled in: a value that looks like a field stays as it is. What has no value stays a field. */
export function fillFields(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(FIELD, (field, name: string) => values.get(name) ?? field);
}

/** What a person's name fills in: `name`, and its first and last word as `first_name` and `last_name`. */
export function fieldsOfName(name: string): Map<string, string> {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  const [first] = words;
  if (first === undefined) return new Map();
  const values = new Map([
    ['name', words.join(' ')],
    ['first_name', first],
  ]);
  const last = words.at(-1);
  if (last !== undefined && words.length > 1) values.set('last_name', last);
  return values;
}
