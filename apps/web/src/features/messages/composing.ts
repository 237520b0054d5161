import { MESSAGE_LIMITS, type MessagePreview } from '@farline/contracts/messages/messages';
import { parseDecimal } from '@farline/contracts/micros';
import type { Money } from '@farline/contracts/money';
import type { Counted } from '../../lib/messages/count-text.ts';

/** What the account has to pay with. */
export interface Purse {
  available: Money;
  trialCredit: Money;
}

/** Why a text cannot be sent as it stands. */
export type Hindrance =
  | { is: 'too_long' }
  | { is: 'opted_out' }
  | { is: 'out_of_credit'; cost: Money; available: Money }
  | { is: 'refused'; refusal: { code: string; message: string } };

interface Writing {
  text: string;
  counted: Counted;
  /** Undefined while it is not known. */
  preview: MessagePreview | undefined;
  /** What the server says where it refuses to tell a price. */
  refusal: { code: string; message: string } | null;
  purse: Purse | undefined;
}

/** What stands in the way of a text; null: nothing that is known. */
export function hindranceOf({ text, counted, preview, refusal, purse }: Writing): Hindrance | null {
  if (refusal !== null) return { is: 'refused', refusal };
  if (preview?.isOptedOut === true) return { is: 'opted_out' };
  if (text.length > MESSAGE_LIMITS.textLength || counted.segments > MESSAGE_LIMITS.segments) return { is: 'too_long' };
  if (preview === undefined || purse === undefined || text === '') return null;
  const available = preview.paidBy === 'balance' ? purse.available : purse.trialCredit;
  const { cost } = preview;
  return microsOf(available) < microsOf(cost) ? { is: 'out_of_credit', cost, available } : null;
}

/** Whether a text may be sent: there is one, and nothing stands in its way. */
export function isSendable(text: string, hindrance: Hindrance | null): boolean {
  return text.trim() !== '' && hindrance === null;
}

function microsOf(money: Money): bigint {
  return parseDecimal(money.amount) ?? 0n;
}
