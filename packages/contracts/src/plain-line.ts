/** Control characters, separators of lines and paragraphs, halves of characters, and what turns the direction of writing. */
const NOT_PLAIN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text is one line that reads as it stands, wherever it is shown. */
export function isPlainLine(text: string): boolean {
  return !NOT_PLAIN.test(text);
}
