import type { IncomingMessage } from 'node:http';
import { addressOf } from './answers.ts';
import { type TestCard, testCardOf } from './test-cards.ts';
import { isPast } from './token.ts';

/** Why what was typed is no card, in a word that an address may carry, and as a sentence. */
const WRONG_SENTENCES = {
  card: 'Only the test cards below work here. What you typed was not kept.',
  expires: 'Write a month that is still to come, such as 12/34.',
  code: 'The security code has three or four digits. Any will do.',
} as const;
type WrongField = keyof typeof WRONG_SENTENCES;

/** The card that a payer typed into a form, or why it is none. What was typed is not kept. */
export function readCard(
  form: URLSearchParams,
  now: Date,
): { card: TestCard; expires: string } | { wrong: WrongField } {
  const card = testCardOf(form.get('number') ?? '');
  if (card === null) return { wrong: 'card' };
  const [, month, year] = /^(0[1-9]|1[0-2])\s*\/?\s*(\d\d)$/.exec((form.get('expires') ?? '').trim()) ?? [];
  const expires = `${month}/${year}`;
  if (month === undefined || isPast(expires, now)) {
    return { wrong: 'expires' };
  }
  if (!/^\d{3,4}$/.test((form.get('code') ?? '').trim())) {
    return { wrong: 'code' };
  }
  return { card, expires };
}

/** What the address of a page says of its form: the test card that was chosen there, that the tick is set, and what was wrong. */
export type FormBegun = { card: TestCard | null; isKept: boolean; wrong: string | null };
export const EMPTY_FORM: FormBegun = { card: null, isKept: false, wrong: null };

export function formBegun(request: IncomingMessage): FormBegun {
  const search = addressOf(request).searchParams;
  const wrong = search.get('wrong') ?? '';
  return {
    card: testCardOf(search.get('card') ?? ''),
    isKept: search.get('keep') === 'yes',
    wrong: isWrongField(wrong) ? WRONG_SENTENCES[wrong] : null,
  };
}

const isWrongField = (word: string): word is WrongField => Object.hasOwn(WRONG_SENTENCES, word);

/** The address that shows a refused form again: with its tick, and with its card where that is one of ours, which is nobody's secret. */
export function againPath(path: string, form: URLSearchParams, wrong: WrongField | null): string {
  const search = new URLSearchParams();
  if (wrong !== null) search.set('wrong', wrong);
  const card = testCardOf(form.get('number') ?? '');
  if (wrong !== null && card !== null) search.set('card', card.number);
  if (form.get('keep') === 'yes') search.set('keep', 'yes');
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}
