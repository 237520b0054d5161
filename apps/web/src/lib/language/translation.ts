/** The texts of one language: part of the product → key → sentence. */
export type Translation = Record<string, Record<string, string>>;
