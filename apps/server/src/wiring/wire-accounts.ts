import { type Accounts, type AccountsDeps, createAccounts } from '../modules/accounts/index.ts';
import { endCallsOfAccount } from '../modules/calls/index.ts';
import { allocateSandboxNumber, countForwards, numbersShown } from '../modules/numbers/index.ts';
import { countSipPhones } from '../modules/phones/index.ts';
import type { Voicemails } from '../modules/voicemail/index.ts';
import { countDroppedMails } from '../platform/metrics.ts';
import type { Foundation } from '../lay-foundation.ts';
import { accountsSettings } from './settings.ts';

/** Accounts come first, and ask those that come after them when there is something to ask. */
export function wireAccounts(
  { config, core, metrics, overload, gateways }: Foundation,
  later: Pick<AccountsDeps, 'exportParts'> & { voicemails: () => Voicemails },
): Accounts {
  return createAccounts({
    ...core,
    allocateNumber: allocateSandboxNumber,
    numbersOf: async (db, accountId) => await numbersShown(db, accountId, core.clock.now()),
    countSipPhones,
    countForwards,
    sendMail: gateways.mail.send,
    hashingLine: overload.hashingLine,
    voicemailSound: async (id) => await later.voicemails().attachmentOf(id),
    transcriptOf: async (id) => await later.voicemails().transcriptOf(id),
    mailDropped: countDroppedMails(metrics),
    endCallsOf: endCallsOfAccount,
    exportParts: later.exportParts,
    settings: accountsSettings(config),
  });
}
