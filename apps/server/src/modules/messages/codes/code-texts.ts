import { type Micros, micros, type Money, toMoney } from '@farline/contracts';
import type { Transaction } from '../../../platform/database.ts';
import { Problem } from '../../../platform/problems.ts';
import { isLandline } from '../../rating/index.ts';
import { takesNoMessages } from '../record/messages-problems.ts';
import type { MessagesDeps } from '../record/messages-deps.ts';
import { type PlannedMessage, planMessage } from '../sending/plan-message.ts';
import { writeMessage } from '../sending/write-message.ts';
import { numberTakesNoCode, verificationNeedsRealText, verificationTextSandboxOnly } from './code-text-problems.ts';

/** What people own and are written to at; nothing that pays whoever is written to. */
const OF_PEOPLE: ReadonlySet<string> = new Set(['mobile', 'fixed', 'voip']);

type Wanted = { accountId: string; number: string; defaultCountry: string | undefined; text: string };
type Order = {
  accountId: string;
  userId: string;
  to: string;
  text: string;
  /** The verification. */
  codeOf: string;
  perSegment: Money;
  note: (tx: Transaction, messageId: string) => Promise<void>;
};

/** Texts with codes: messages of the account that asks, at the price of any, in which it does not read the code itself. */
export function createCodeTexts(deps: MessagesDeps) {
  return {
    /** What such a text costs at most. Refuses what takes none, practice texts, which reach nobody, and what no message can be sent to. */
    price: async (
      wanted: Wanted,
    ): Promise<{ number: string; perSegment: Money; mostMicros: Micros; currency: string }> => {
      const { sender, rated, rate, segments, isPractice } = await planned(deps, wanted);
      if (!OF_PEOPLE.has(rated.destination.kind) || isLandline(rated.number)) throw numberTakesNoCode();
      const realCarriers = deps.carriers().filter(({ isSandbox }) => !isSandbox);
      if (realCarriers.length === 0) throw verificationTextSandboxOnly();
      if (sender.state !== 'active' || isPractice) throw verificationNeedsRealText();
      const { perSegmentMicros, currency } = rate;
      return {
        number: rated.number,
        perSegment: toMoney(perSegmentMicros, currency),
        currency,
        mostMicros: micros(BigInt(segments.parts.length) * perSegmentMicros),
      };
    },
    /** Writes it down to be sent, with what `note` notes or not at all. Throws the `Problem` that says why not. */
    send: async ({ accountId, userId, to, text, codeOf, perSegment, note }: Order): Promise<void> => {
      const sent = { accountId, userId, spender: userId, to, from: undefined, text, defaultCountry: undefined };
      await writeMessage(deps, { ...sent, pricePerSegment: perSegment, codeOf, note });
    },
  };
}

async function planned(
  deps: MessagesDeps,
  { accountId, number: to, defaultCountry, text }: Wanted,
): Promise<PlannedMessage> {
  try {
    return await planMessage(deps, { accountId, to, from: undefined, text, defaultCountry });
  } catch (error) {
    if (error instanceof Problem && error.code === takesNoMessages().code) throw numberTakesNoCode();
    throw error;
  }
}
