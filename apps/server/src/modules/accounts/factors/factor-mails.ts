import type { Transaction } from '../../../platform/database.ts';
import { spokenLanguage } from '../../../platform/languages.ts';
import { mailedName } from '../../../platform/mailed-name.ts';
import type { Factor } from './factor.ts';
import { FACTOR_WORDS, type FactorChange } from '../../mail/index.ts';
import { languageOfUser, queueMail } from '../mail-queue/mail-queue-store.ts';

/** Tells a user by mail what became of their second factors, in the transaction of it. */
export async function tellOfFactors(
  tx: Transaction,
  mail: { userId: string; at: Date; what: FactorChange },
): Promise<void> {
  const { userId, at, what } = mail;
  const words = FACTOR_WORDS[spokenLanguage(await languageOfUser(tx, userId))];
  const { subject, body } = said(words, what);
  await queueMail(tx, { userId, subject, body: `${body}\n\n${words.notYou}`, isWarning: true, at });
}

/** A factor as a mail names it; without a name that could be read as more than one. */
export const changeOf = (kind: 'added' | 'removed', factor: Pick<Factor, 'kind' | 'name'>): FactorChange => ({
  kind: `${factor.kind}_${kind}`,
  name: mailedName(factor.name) ?? '',
});

function said(words: (typeof FACTOR_WORDS)['en'], what: FactorChange): { subject: string; body: string } {
  switch (what.kind) {
    case 'app_added':
    case 'app_removed':
    case 'passkey_added':
    case 'passkey_removed':
      return words[what.kind](what.name);
    case 'codes_made':
    case 'all_removed':
      return words[what.kind];
    case 'code_used':
      return words.code_used(what.left);
    case 'stopped':
      return words.stopped(what.address);
  }
}
