import type { VoicemailBox } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { type Fill, fillsOf } from './voicemail-store.ts';

/** The numbers of an account, in their order: what each is called, and whether callers may come to its voicemail. */
export type NumbersOfVoicemail = (
  db: Executor,
  accountId: string,
) => Promise<{ number: string; label: string; takesVoicemail: boolean }[]>;

/**
 * What was left on each number of an account, and on all of them together. In the order of its numbers are those with messages, or whose
 * callers may leave some; then those with messages that it has no more.
 */
export async function boxesOf(
  db: Executor,
  { accountId, numbersOf }: { accountId: string; numbersOf: NumbersOfVoicemail },
): Promise<{ boxes: VoicemailBox[]; all: Fill }> {
  const fills = await fillsOf(db, accountId);
  const filled = new Map(fills.map((fill) => [fill.number, fill]));
  const own = await numbersOf(db, accountId);
  const labels = new Map(own.map(({ number, label }) => [number, label]));
  const shown = own.filter(({ number, takesVoicemail }) => takesVoicemail || filled.has(number));
  const gone = fills.filter(({ number }) => !labels.has(number));
  return {
    boxes: [...shown, ...gone].map(({ number }) => {
      const { unheard = 0, recordings: total = 0 } = filled.get(number) ?? {};
      return { number, label: labels.get(number) ?? '', unheard, total };
    }),
    all: {
      recordings: sum(fills.map(({ recordings }) => recordings)),
      unheard: sum(fills.map(({ unheard }) => unheard)),
      milliseconds: sum(fills.map(({ milliseconds }) => milliseconds)),
    },
  };
}

export const sum = (figures: number[]): number => figures.reduce((all, figure) => all + figure, 0);
