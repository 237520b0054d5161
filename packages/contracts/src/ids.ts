/** How our ids are written: a UUID of any version, in lower case (RFC 9562 §4). For patterns that have one in them. */
export const ID_PATTERN = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const ID = new RegExp(`^${ID_PATTERN}$`);

/** Whether a text is written as ids are. */
export const isId = (text: string): boolean => ID.test(text);
