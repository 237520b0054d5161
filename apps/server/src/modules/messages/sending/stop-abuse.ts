import type { Micros } from '@farline/contracts';
import type { Problem } from '../../../platform/problems.ts';
import { codesStopped, linkNotAllowed, tooManyFromSender, tooManyMessages } from '../record/messages-problems.ts';
import { hasCode } from './has-code.ts';
import { hasLink } from './has-link.ts';

/**
 * What an account has sent of late; `prefix`: to numbers that begin as the recipient's does; `sender`: from the number or under the name of the
 * message, where a name that several accounts may write under is one sender.
 */
export type RecentlySent = {
  inMinute: number;
  fromSenderInMinute: number;
  toPrefixInMinute: number;
  peersOfPrefixInHour: number;
};

/** How many digits make numbers neighbours: a range that one operator sold to one company. */
export const PREFIX_LENGTH = 8;

const MOST_IN_MINUTE = { trial: 20, active: 120 };
/** Three quarters of an account's: a broadcast, which has half of that from one number, leaves some for single messages from it. */
const MOST_FROM_SENDER_IN_MINUTE = 90;
const MOST_TO_PREFIX_IN_MINUTE = 30;
/**
 * Answers to STOP, START and HELP have as much room again: a broadcast fills a minute just when people answer it with STOP. They stay few, since
 * each person is answered once a day to each word; the bound is for whoever has such words sent from many numbers.
 */
const TIMES_FOR_ANSWERS = 2;
/** Codes to more people than this in expensive neighbouring numbers are no sign-ups of somebody's customers. */
const MOST_CODES_TO_PREFIX = 5;
/** A segment for so much earns somebody a share of it. */
export const EXPENSIVE_MICROS = 50_000n;

/**
 * Why a message looks like abuse; null: it does not. Links in a first message of who only tries Farline out are phishing; bursts, and
 * verification codes to expensive neighbouring numbers, are traffic made for a share of its price.
 */
export function abuseOf(message: {
  text: string;
  accountState: 'trial' | 'active';
  /** Nothing was ever written with the recipient. */
  isFirst: boolean;
  /** It answers somebody's STOP, START or HELP. */
  answersKeyword: boolean;
  perSegmentMicros: Micros;
  sent: RecentlySent;
}): Problem | null {
  const { text, accountState, isFirst, answersKeyword, perSegmentMicros, sent } = message;
  const times = answersKeyword ? TIMES_FOR_ANSWERS : 1;
  if (accountState === 'trial' && isFirst && hasLink(text)) return linkNotAllowed();
  if (sent.inMinute >= times * MOST_IN_MINUTE[accountState]) return tooManyMessages();
  if (sent.fromSenderInMinute >= times * MOST_FROM_SENDER_IN_MINUTE) return tooManyFromSender();
  if (sent.toPrefixInMinute >= times * MOST_TO_PREFIX_IN_MINUTE) return tooManyMessages();
  const isPumped = perSegmentMicros >= EXPENSIVE_MICROS && sent.peersOfPrefixInHour >= MOST_CODES_TO_PREFIX;
  return isPumped && hasCode(text) ? codesStopped() : null;
}
