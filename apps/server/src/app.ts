import { type Accounts, findAccount, requireOpen } from './modules/accounts/index.ts';
import { chargedCalls, endedCallsBefore } from './modules/calls/index.ts';
import { createContacts, numberReader } from './modules/contacts/index.ts';
import { createInsight } from './modules/insight/index.ts';
import { createInvoices } from './modules/invoices/index.ts';
import { createLedger } from './modules/ledger/index.ts';
import { createCallLimits, readUsualLimits } from './modules/limits/index.ts';
import { chargedMessage, countedMessagesBefore } from './modules/messages/index.ts';
import { createPayments } from './modules/payments/index.ts';
import { sipPhonesOfAccount } from './modules/phones/index.ts';
import { likelyCountryOf, readDialledNumber } from './modules/rating/index.ts';
import { createReceipts, receiptKeyOf } from './modules/receipts/index.ts';
import { createRouting } from './modules/routing/index.ts';
import { createMessageWaiting } from './modules/voicemail/index.ts';
import { systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { forgetWhatIsPast } from './platform/forgetting/forget-what-is-past.ts';
import { createLog } from './platform/log.ts';
import type { ServerModule } from './platform/server-module.ts';
import { type App, runRoles } from './run-roles.ts';
import { type Foundation, layFoundation } from './lay-foundation.ts';
import { invoiceSettings, operatorInfo } from './wiring/settings.ts';
import { chargeLookups } from './wiring/charge-lookups.ts';
import { wireAccounts } from './wiring/wire-accounts.ts';
import { wireCalls } from './wiring/wire-calls.ts';
import { wireLimits } from './wiring/wire-limits.ts';
import { wireMessages } from './wiring/wire-messages.ts';
import { wireNotices } from './wiring/wire-notices.ts';
import { wireNumbers } from './wiring/wire-numbers.ts';
import { wirePhones } from './wiring/wire-phones.ts';
import { wirePlans } from './wiring/wire-plans.ts';
import { wirePush } from './wiring/wire-push.ts';
import { wireRating } from './wiring/wire-rating.ts';
import { wireStatus } from './wiring/wire-status.ts';
import { wireVoicemail } from './wiring/wire-voicemail.ts';

/** The whole server, put together and running in the roles that the settings name. */
export async function startApp(config: Config, clock = systemClock, into = createLog(config.logLevel)): Promise<App> {
  const foundation = await layFoundation(config, { clock, log: into.child({ server: config.serverName }) });
  /** Where the pages are served; nowhere yet. */
  const web = { port: null };
  const { core, metrics, overload, dispatcher, gateways } = foundation;
  const together = await putTogether(foundation, web);
  return await runRoles(config, { ...core, metrics, overload, dispatcher, gateways, ...together, web });
}

/** Every module, and what it is passed of others: here where that is little, else in its file of `wiring/`. */
async function putTogether(foundation: Foundation, web: { port: number | null }) {
  const { config, core, gateways } = foundation;
  const { paymentProvider: provider, printPdf } = gateways;
  const usual = readUsualLimits(config.spendingLimits);

  // What others are built on.
  const rating = await wireRating(foundation);
  const routing = createRouting(core.database);
  const limits = createCallLimits(usual);
  const accounts: Accounts = wireAccounts(foundation, {
    voicemails: () => voicemails,
    exportParts: () => modules.flatMap((module) => module.exports ?? []),
  });
  const base = { ...core, requireUser: accounts.requireUser, publicUrl: config.publicUrl };
  const push = await wirePush(foundation, base);
  const calls = wireCalls(foundation, { accounts, rating, routing, limits, push });
  const messages = wireMessages(foundation, { base, rating, limits });
  const voicemails = wireVoicemail(foundation, base);

  const modules: ServerModule[] = [
    accounts,
    wirePhones(foundation, { accounts, push }),
    calls,
    messages,
    voicemails,
    createMessageWaiting({ ...core, phonesOf: sipPhonesOfAccount, tell: gateways.tellWaiting }),
    wireNumbers(foundation, { base, rating, routing, messages }),
    createContacts({ ...base, readNumber: numberReader(readDialledNumber), requireOpen }),
    createInsight({ ...base, findAccount, endedCallsBefore, countedMessagesBefore, countryOf: likelyCountryOf }),
    wireNotices(base),
    push,
    push.declines,
    wireLimits(foundation, { base, usual, accounts, rating }),
    rating,
    createPayments({ ...base, requireProof: accounts.requireProof, provider }),
    wirePlans(foundation, { base, rating, routing }),
    createInvoices({
      ...base,
      ...chargeLookups,
      printPdf,
      reachesRealPhones: routing.reachesRealPhones,
      settings: invoiceSettings(config),
      about: operatorInfo(config),
    }),
    createReceipts({ ...base, chargedCalls, chargedMessage, key: receiptKeyOf(config.receiptSecret) }),
    createLedger(core),
    wireStatus(foundation, web),
    { ticks: [forgetWhatIsPast(core)] },
  ];
  return { accounts, calls, messages, rating, modules };
}
