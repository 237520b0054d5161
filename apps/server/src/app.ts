import { setTimeout as wait } from 'node:timers/promises';
import { addGauges } from './app-gauges.ts';
import { aboutOf, accountsSettings, callSettings, CURRENCY, invoiceSettings } from './app-settings.ts';
import { callsOfNumbers } from './calls-of-numbers.ts';
import { callsInPush } from './calls-in-push.ts';
import { knowCaller, knowPeople } from './know-people.ts';
import {
  addresseeOf,
  createAccounts,
  findAccount,
  recordAuditEvent,
  usersOfAccount,
  usersOfAccounts,
  queueMail,
} from './modules/accounts/index.ts';
import {
  callsTold,
  chargedCalls,
  countCalls,
  createCalls,
  endCallsOfAccount,
  endedCallsBefore,
} from './modules/calls/index.ts';
import { createContacts, namesOfNumbers, numberReader, numbersBeside, numbersNamed } from './modules/contacts/index.ts';
import { createInsight } from './modules/insight/index.ts';
import { createInvoices } from './modules/invoices/index.ts';
import { createLedger, findWallets } from './modules/ledger/index.ts';
import { createCallLimits, createLimits, readUsualLimits } from './modules/limits/index.ts';
import { chargedMessage, countedMessagesBefore, countSent, createMessages } from './modules/messages/index.ts';
import { createNotices } from './modules/notices/index.ts';
import { allocateSandboxNumber, createNumbers, numbersShown } from './modules/numbers/index.ts';
import { createPayments, savedCardsUntil, topUpsUntil } from './modules/payments/index.ts';
import { countSipPhones, createPhones, sipPhonesOfAccount } from './modules/phones/index.ts';
import { createPlans } from './modules/plans/index.ts';
import { createPush, pushTo } from './modules/push/index.ts';
import { addRatingRoutes, createRating, likelyCountryOf, priceOf, readDialledNumber } from './modules/rating/index.ts';
import { createReceipts, receiptKeyOf } from './modules/receipts/index.ts';
import { createRouting, seedSandboxTrunks } from './modules/routing/index.ts';
import { createStatus, webAnswers } from './modules/status/index.ts';
import { createMessageWaiting, createVoicemail, greetingsOf } from './modules/voicemail/index.ts';
import { openGateways } from './open-gateways.ts';
import { createOverload } from './platform/admission/overload.ts';
import { systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { answers, openDatabase } from './platform/database.ts';
import { createDispatcher } from './platform/events.ts';
import { forgetWhatIsPast } from './platform/forgetting/forget-what-is-past.ts';
import { createLog } from './platform/log.ts';
import { countDroppedMails, countSubmits, createMetrics } from './platform/metrics.ts';
import { migrate } from './platform/migrate.ts';
import type { ServerModule } from './platform/server-module.ts';
import { type App, runRoles } from './run-roles.ts';
import { seed } from './seed.ts';
import { toldOfCharges } from './told-of-charges.ts';
import { askedOfVoicemail, passedToVoicemail } from './voicemail-links.ts';

const MIGRATIONS = new URL('../migrations/', import.meta.url);

/** The whole server, put together and running in the roles that the settings name. */
export async function startApp(config: Config, clock = systemClock, into = createLog(config.logLevel)): Promise<App> {
  const { roles, publicUrl, tokenSecret } = config;
  const log = into.child({ server: config.serverName });
  const metrics = createMetrics();
  const overload = createOverload({ targetMs: config.overloadWaitMs, metrics, log });
  const database = openDatabase({
    ...{ url: config.databaseUrl, poolSize: config.databasePool, name: config.serverName },
    line: overload.lines.database,
  });
  await migrate(database, { folder: MIGRATIONS, after: seed });
  await seedSandboxTrunks(database, config.sandboxTrunks, clock.now());
  const core = { database, clock, log };
  const dispatcher = createDispatcher(database, log);
  const gateways = await openGateways(config, { ...core, submitted: countSubmits(metrics) });
  addGauges(metrics, { database, clock, roles, carriers: gateways.messageCarriers.list });
  const { mail, paymentProvider: provider, speech, media, engineRpc, bridge } = gateways;
  const web: { port: number | null } = { port: null };

  // What others are built on.
  const rating = createRating(core);
  await rating.start();
  const usualLimits = readUsualLimits(config.spendingLimits);
  const callLimits = createCallLimits(usualLimits);
  const accounts = createAccounts({
    ...core,
    allocateNumber: allocateSandboxNumber,
    numbersOf: async (db, accountId) => await numbersShown(db, accountId, clock.now()),
    countSipPhones,
    ...{ sendMail: mail.send, hashingLine: overload.hashingLine },
    voicemailSound: async (id) => await voicemails.attachmentOf(id),
    transcriptOf: async (id) => await voicemails.transcriptOf(id),
    mailDropped: countDroppedMails(metrics),
    endCallsOf: endCallsOfAccount,
    exportParts: () => modules.flatMap((module) => module.exports ?? []),
    settings: accountsSettings(config),
  });
  const { requireUser, requireProof, confirmOwner, ownerProof } = accounts;
  const base = { ...core, requireUser, publicUrl };
  const push = await createPush({ ...base, ...gateways.push, ...callsInPush, tokenSecret });
  const routing = createRouting(database);
  const calls = createCalls({
    ...core,
    accounts,
    rating,
    media,
    numbersNamed,
    namesOfNumbers,
    ...{ knowPeople, knowCaller, ringClosedPages: push.ring, pushToPhones: push.toPhones },
    ...askedOfVoicemail,
    ...{ settings: callSettings(config), sip: config.sip, waitingLines: overload.lines },
    ...{ limits: callLimits, routing, engine: gateways.orders, bridge, prompts: speech },
    listDialogs: async () => await engineRpc.listDialogs(),
    describeCaller: async (dialog) => await engineRpc.describeCaller(dialog),
    wait: async (ms) => await wait(ms),
  });
  const messages = createMessages({
    ...{ ...base, rating, limits: callLimits, numbersNamed, namesOfNumbers, numbersBeside },
    ...{ serverName: config.serverName, codeSecret: tokenSecret, writingLine: overload.lines.message },
    carriers: () => gateways.messageCarriers.list,
  });
  const voicemails = createVoicemail({
    ...{ ...base, ...passedToVoicemail, speak: speech.speak },
    ...{ ...gateways.sound, dataFolder: config.dataFolder, keepFreeBytes: config.keepFreeBytes },
  });

  // Every module, and what it is passed of others.
  const modules: ServerModule[] = [
    accounts,
    createPhones({
      ...core,
      accounts,
      sipRegistrar: config.sipPhones,
      pushToPhones: push.toPhones,
      registeredPhones: async (usernames) => await engineRpc.registeredPhones(usernames).catch(() => null),
    }),
    calls,
    messages,
    voicemails,
    createMessageWaiting({ ...core, phonesOf: sipPhonesOfAccount, tell: gateways.tellWaiting }),
    createNumbers({
      ...base,
      numberSource: gateways.numberSource,
      knowCaller,
      phonesOf: sipPhonesOfAccount,
      greetingsOf,
      ...callsOfNumbers(config, { ...core, rating, routing, bridge, messages, engineRpc }),
    }),
    createContacts({ ...base, readNumber: numberReader(readDialledNumber) }),
    createInsight({ ...base, findAccount, endedCallsBefore, countedMessagesBefore, countryOf: likelyCountryOf }),
    createNotices({
      ...base,
      addresseeOf,
      currencyOf: async (db, accountId) => (await findAccount(db, accountId))?.currency ?? CURRENCY,
      usersOf: usersOfAccounts,
      walletsOf: findWallets,
      ...callsTold,
      mailTo: queueMail,
      pushTo,
    }),
    push,
    push.declines,
    createLimits({
      ...base,
      usual: usualLimits,
      confirmOwner,
      ownerProof,
      topUpsUntil,
      accountOf: findAccount,
      usersOf: usersOfAccount,
      audit: recordAuditEvent,
      priceOf: (asked) => priceOf(rating, asked),
      savedCardsUntil: async (db, wanted) => await savedCardsUntil(db, { provider, ...wanted }),
    }),
    { routes: async (api) => addRatingRoutes(api, { rating }) },
    createPayments({ ...base, requireProof, provider }),
    createPlans({ ...base, rating, provider, countCalls, countMessages: countSent, currency: CURRENCY }),
    createInvoices({
      ...base,
      ...toldOfCharges,
      printPdf: gateways.printPdf,
      settings: invoiceSettings(config),
      about: aboutOf(config),
    }),
    createReceipts({ ...base, chargedCalls, chargedMessage, key: receiptKeyOf(config.receiptSecret) }),
    createLedger(core),
    createStatus({
      ...core,
      synthesise: speech.synthesise,
      checks: {
        database: async () => await answers(database),
        ...(roles.has('call-control') ? { engine: gateways.engineAnswers } : {}),
        ...(roles.has('api') ? { web: async () => await webAnswers(`http://127.0.0.1:${web.port}/`)() } : {}),
      },
    }),
    { ticks: [forgetWhatIsPast(core)] },
  ];
  const parts = { ...core, metrics, overload, dispatcher, gateways, accounts, calls, messages, rating, modules, web };
  return await runRoles(config, parts);
}
