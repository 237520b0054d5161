import { defaultRule, type Menu, type NumberRule } from '@farline/contracts';
import { sql } from 'kysely';
import type { SipMessage } from '../../../../voice/testbed/sip-message.ts';
import { notYetThereAt } from '../../../../voice/testbed/late-looks.ts';
import type { FarCall, FarCount } from '../../../../voice/testbed/strict-dialogs.ts';
import type { Database } from '../../src/platform/database.ts';
import { givePricedNumber } from '../../src/testing/money/priced-number.ts';
import type { ScriptedTrunk } from '../../../../voice/testbed/scripted-trunk.ts';
import { callerOf, type Watched } from './carrier-witness.ts';
import type { PhoneCall } from './talking-phone.ts';

/** Longer than any trick goes on. */
const LONGEST_MS = 60_000;
/** A cent a second. */
const PER_MINUTE = 600_000n;
/** So short that a caller who says nothing is soon thought to have gone. */
const GREETING = 'Speak.';

/** Longer than a trick goes on that nobody ends. */
const MENU: Menu = {
  id: 'a',
  name: 'Menu',
  language: 'en',
  text: 'Press a key.',
  tries: 3,
  waitSeconds: 15,
  keys: [{ key: '1', name: 'Nothing', then: { do: 'busy' } }],
  otherwise: { do: 'busy' },
};

/** Gives an account a number whose minutes cost it; its calls are forwarded to a telephone, or the attendant answers. */
export async function giveRuledNumber(
  database: Database,
  { accountId, number, sentOn }: { accountId: string; number: string; sentOn: { to: string } | 'voicemail' | 'menu' },
): Promise<void> {
  await givePricedNumber(database, { accountId, number, perMinute: PER_MINUTE, since: new Date() });
  const rule: NumberRule = { ...defaultRule('UTC'), ...stepsOf(sentOn) };
  await sql`insert into numbers.rule (e164, account_id, version, rule, changed_at)
    values (${number}, ${accountId}, 1, ${JSON.stringify(rule)}::jsonb, now())`.execute(database);
}

function stepsOf(sentOn: { to: string } | 'voicemail' | 'menu'): Partial<NumberRule> {
  if (sentOn === 'voicemail') {
    return { unanswered: { do: 'voicemail' }, voicemail: { language: 'en', text: GREETING } };
  }
  if (sentOn === 'menu') return { open: { do: 'menu', menu: MENU.id }, menus: [MENU] };
  return { open: { do: 'forward', to: sentOn.to, most: null } };
}

/**
 * What whoever calls counts of a call, as the carrier does that bills it: from the answer that it heard to the BYE that it heard, or its
 * own that was taken. Null without an answer.
 */
export function countOfCaller(call: PhoneCall): () => FarCount | null {
  let counted: FarCount | null = null;
  const count = async () => {
    const { status, at } = await call.final(LONGEST_MS);
    if (status !== 200) return;
    counted = { answeredAt: at, endedAt: null, endedAfter: null };
    const before = new Set(call.received.all);
    const isEnd = (message: SipMessage) =>
      !before.has(message) && (message.method === 'BYE' || (message.status === 200 && message.cseq.endsWith(' BYE')));
    await call.received.next('the end of the call', isEnd, LONGEST_MS);
    counted = { answeredAt: at, endedAt: Date.now(), endedAfter: notYetThereAt() };
  };
  // What never came leaves the call open here, and is seen so.
  count().catch(() => undefined);
  return () => counted;
}

/** A call that went out for another lasts as long as the other, which is open while either is. */
export const countOfBoth = (own: () => FarCount | null, out: () => FarCount | undefined) => (): FarCount | null =>
  own()?.endedAt === null ? own() : (out() ?? own());

/** Whether a call of the carrier is one that this number answered. */
export const isAnsweredAt =
  (number: string) =>
  (call: FarCall): boolean =>
    call.number === number.slice(1) && call.answeredAt !== null;

/** The count of a scripted carrier of all calls to a number: for `openCallers`. */
export function countsAt(carrier: ScriptedTrunk): Watched['counted'] {
  const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  // A second answer to one INVITE was hung up as it came: nobody is charged for it.
  const isRefused = (call: FarCall) => call.isSecond && call.endedAt !== null;
  return async (number) => {
    const dialled = number.replace('+', '');
    const calls = carrier.calls.filter(
      (call) => (call.number === dialled || call.number === number) && !isRefused(call),
    );
    return calls.map((call) => ({
      ...callerOf(call.invite.text),
      answeredAt: instant(call.answeredAt),
      endedAt: instant(call.endedAt),
      endedAfter: instant(call.endedAfter),
    }));
  };
}
