import type { Language } from '../../../platform/languages.ts';
import { words as ar } from './ar.ts';
import { words as en } from './en.ts';
import { words as es } from './es.ts';
import { words as fr } from './fr.ts';
import type { MailWords } from './mail-words.ts';
import { words as pt } from './pt.ts';
import { words as zh } from './zh.ts';

export type MailKey = keyof MailWords;

export const WORDS: Record<Language, MailWords> = { en, es, fr, pt, ar, zh };

/** The sentence of a key in a language, with its values filled in. */
export function say(language: Language, key: MailKey, values: Record<string, string> = {}): string {
  return WORDS[language][key].replaceAll(/\{\{(\w+)\}\}/g, (_place, name: string) => values[name] ?? '');
}
