/** The first letters of somebody's first name and last: `AL` of Ada Lovelace, `P` of Plato. */
export function initials(firstName: string, lastName = ''): string {
  return `${initial(firstName)}${initial(lastName)}`;
}

/** Of a name in one piece: of its first word and its last. */
export function initialsOfName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/u);
  return initials(first, others.at(-1));
}

function initial(word: string): string {
  return [...word].find((letter) => /[\p{L}\p{N}]/u.test(letter))?.toLocaleUpperCase() ?? '';
}
