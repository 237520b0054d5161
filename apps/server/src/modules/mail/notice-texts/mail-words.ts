import type { words } from './en.ts';

/** Every word that a notice may need, in one language: a language that lacks one does not compile. */
export type MailWords = Record<keyof typeof words, string>;
