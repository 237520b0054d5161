import { numberRule, takesVoicemail } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { ownNumbers } from './record/numbers-store.ts';

/** The numbers of an account as its voicemail knows them, in their order: what each is called, and whether callers may come to voicemail. */
export async function numbersOfVoicemail(
  db: Executor,
  accountId: string,
): Promise<{ number: string; label: string; takesVoicemail: boolean }[]> {
  return (await ownNumbers(db, { accountId, e164: null })).map(({ e164: number, label, rule }) => ({
    number,
    label,
    takesVoicemail: rule !== null && takesVoicemail(numberRule.parse(rule)),
  }));
}
