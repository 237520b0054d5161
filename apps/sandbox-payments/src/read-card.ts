import type { IncomingMessage } from 'node:http';
import { addressOf } from './answers.ts';
import { type TestCard, testCardOf } from './test-cards.ts';
import { isPast } from './token.ts';

/** The card that a payer typed into a form, or why it is none. What was typed is not kept. */
export function readCard(form: URLSearchParams, now: Date): { card: TestCard; expires: string } | { wrong: string } {
  const card = testCardOf(form.get('number') ?? '');
  if (card === null) return { wrong: 'Only the test cards below work here. What you typed was not kept.' };
  const [, month, year] = /^(0[1-9]|1[0-2])\s*\/?\s*(\d\d)$/.exec((form.get('expires') ?? '').trim()) ?? [];
  const expires = `${month}/${year}`;
  if (month === undefined || isPast(expires, now)) {
    return { wrong: 'Write a month that is still to come, such as 12/34.' };
  }
  if (!/^\d{3,4}$/.test((form.get('code') ?? '').trim())) {
    return { wrong: 'The security code has three or four digits. Any will do.' };
  }
  return { card, expires };
}

/** The test card that was chosen on the page (`?card=`); null: none, or another. */
export function chosenCard(request: IncomingMessage): TestCard | null {
  return testCardOf(addressOf(request).searchParams.get('card') ?? '');
}
