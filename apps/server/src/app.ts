import { setTimeout as wait } from 'node:timers/promises';
import { addGauges } from './app-gauges.ts';
import { accountsSettings, callSettings, CURRENCY, invoiceSettings } from './app-settings.ts';
import { connectEngine } from './connect-engine.ts';
import { knowCaller } from './know-caller.ts';
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
  chargedCalls,
  countCalls,
  createCalls,
  endCallsOfAccount,
  endedCallsBefore,
  viewCall,
} from './modules/calls/index.ts';
import { createContacts, namesOfNumbers, numberReader, numbersNamed } from './modules/contacts/index.ts';
import { createInsight } from './modules/insight/index.ts';
import { createInvoices } from './modules/invoices/index.ts';
import { createLedger, findWallets } from './modules/ledger/index.ts';
import { createCallLimits, createLimits, readUsualLimits } from './modules/limits/index.ts';
import { chargedMessage, countSent, createMessages } from './modules/messages/index.ts';
import { createNotices } from './modules/notices/index.ts';
import { allocateSandboxNumber, createNumbers, numbersOf } from './modules/numbers/index.ts';
import { createPayments, savedCardsUntil, topUpsUntil } from './modules/payments/index.ts';
import { countSipPhones, createPhones, sipPhonesOfAccount } from './modules/phones/index.ts';
import { createPlans } from './modules/plans/index.ts';
import { addRatingRoutes, createRating, priceOf, readDialledNumber } from './modules/rating/index.ts';
import { createReceipts, receiptKeyOf } from './modules/receipts/index.ts';
import { createRouting, seedSandboxTrunks } from './modules/routing/index.ts';
import { createStatus, webAnswers } from './modules/status/index.ts';
import { openGateways } from './open-gateways.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { answers, openDatabase } from './platform/database.ts';
import { createDispatcher } from './platform/events.ts';
import { forgetWhatIsPast } from './platform/forget-what-is-past.ts';
import { listenOn } from './platform/http-server.ts';
import { createLog } from './platform/log.ts';
import { countDroppedMails, countSubmits, createMetrics } from './platform/metrics.ts';
import { migrate } from './platform/migrate.ts';
import type { ServerModule } from './platform/server-module.ts';
import { runEachOnce, startTicks, type Tick } from './platform/ticks.ts';
import { seed } from './seed.ts';
import { serveHttp } from './serve-http.ts';

const MIGRATIONS = new URL('../migrations/', import.meta.url);

export type App = {
  port: number | null;
  /** Runs every job of the roles once, now, one after another. Gives what each failed with; null: it did not. */
  runJobs: () => ReturnType<typeof runEachOnce>;
  stop: () => Promise<void>;
};

/** The whole server, put together and running in the roles that the settings name. */
export async function startApp(config: Config, clock: Clock = systemClock): Promise<App> {
  const { roles, publicUrl } = config;
  const log = createLog(config.logLevel).child({ server: config.serverName });
  const metrics = createMetrics();
  const database = openDatabase({ url: config.databaseUrl, poolSize: config.databasePool, name: config.serverName });
  await migrate(database, { folder: MIGRATIONS, after: seed });
  await seedSandboxTrunks(database, config.sandboxTrunks, clock.now());
  const core = { database, clock, log };
  const dispatcher = createDispatcher(database, log);
  const gateways = openGateways(config, { ...core, submitted: countSubmits(metrics) });
  addGauges(metrics, { database, clock, roles, carriers: gateways.messageCarriers.list });
  const { mail, paymentProvider: provider, speech, media, engineRpc } = gateways;
  const web: { port: number | null } = { port: null };

  // What others are built on.
  const rating = createRating(core);
  await rating.start();
  const usualLimits = readUsualLimits(config.spendingLimits);
  const callLimits = createCallLimits(usualLimits);
  const accounts = createAccounts({
    ...core,
    allocateNumber: allocateSandboxNumber,
    numbersOf,
    countSipPhones,
    sendMail: mail.send,
    mailDropped: countDroppedMails(metrics),
    endCallsOf: endCallsOfAccount,
    exportParts: () => modules.flatMap((module) => module.exports ?? []),
    settings: accountsSettings(config),
  });
  const { requireUser, requireProof, confirmOwner, ownerProof } = accounts;
  const base = { ...core, requireUser, publicUrl };
  const calls = createCalls({
    ...core,
    accounts,
    rating,
    media,
    numbersNamed,
    namesOfNumbers,
    knowCaller,
    settings: callSettings(config),
    sip: config.sip,
    limits: callLimits,
    routing: createRouting(database),
    engine: gateways.orders,
    listDialogs: async () => await engineRpc.listDialogs(),
    bridge: gateways.bridge,
    describeCaller: async (dialog) => await engineRpc.describeCaller(dialog),
    prompts: speech,
    wait: async (ms) => await wait(ms),
  });
  const messages = createMessages({
    ...base,
    rating,
    limits: callLimits,
    serverName: config.serverName,
    carriers: () => gateways.messageCarriers.list,
    numbersNamed,
    namesOfNumbers,
  });

  // Every module, and what it is passed of others.
  const modules: ServerModule[] = [
    accounts,
    createPhones({
      ...core,
      accounts,
      sipRegistrar: config.sipPhones,
      registeredPhones: async (usernames) => await engineRpc.registeredPhones(usernames).catch(() => null),
    }),
    calls,
    messages,
    createNumbers({ ...base, knowCaller, phonesOf: sipPhonesOfAccount }),
    createContacts({ ...base, readNumber: numberReader(readDialledNumber) }),
    createInsight({ ...base, findAccount, endedCallsBefore }),
    createNotices({
      ...base,
      addresseeOf,
      currencyOf: async (db, accountId) => (await findAccount(db, accountId))?.currency ?? CURRENCY,
      usersOf: usersOfAccounts,
      walletsOf: findWallets,
      callOf: viewCall,
      mailTo: queueMail,
    }),
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
    createInvoices({ ...base, chargedCalls, printPdf: gateways.printPdf, settings: invoiceSettings(config) }),
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
  const { http, push } = await serveHttp(config, { ...core, metrics, dispatcher, accounts, modules, mail });

  // The roles.
  const ticks: Tick[] = [];
  if (roles.has('call-control')) {
    ticks.push(...(await connectEngine(config, { ...core, gateways, calls })));
    gateways.messageCarriers.open(messages.listener);
  }
  for (const { runsIn = 'worker', ...module } of modules) {
    if (runsIn !== 'every process' && !roles.has(runsIn)) continue;
    ticks.push(...(module.ticks ?? []));
    for (const subscription of module.subscriptions ?? []) dispatcher.subscribe(subscription);
    if (module.hear !== undefined) dispatcher.listen(module.hear);
  }
  await dispatcher.start();
  if (roles.has('api')) web.port = await listenOn(http, { addresses: config.listen, port: config.port });
  const running = startTicks(ticks, log);
  log.info({ port: web.port, roles: [...roles] }, 'server started');

  return {
    port: web.port,
    runJobs: async () => await runEachOnce(ticks),
    stop: async () => {
      // Beside each other: a tick that waits for somebody must not keep the doors open. The engine's line and the
      // database outlast both, for what is still under way.
      const ticksStopped = running.stop();
      // What carriers have still to answer is written down before the database is left.
      const carriersClosed = gateways.messageCarriers.close();
      push.stop();
      await http.close();
      await ticksStopped;
      await carriersClosed;
      await gateways.line.link?.close();
      await dispatcher.stop();
      await rating.stop();
      media.close();
      await database.destroy();
    },
  };
}
