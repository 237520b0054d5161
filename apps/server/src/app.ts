import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type LiveEvent, type Micros, parseDecimal, type PaymentProvider, toMoney } from '@farline/contracts';
import { sql } from 'kysely';
import { createCallBridge } from './gateways/call-bridge/index.ts';
import {
  connectToKamailio,
  createConnectionGuard,
  createKamailioRpc,
  type EngineLink,
} from './gateways/kamailio/index.ts';
import { createMail } from './gateways/mail/index.ts';
import { createMediaControl, type MediaControl } from './gateways/rtpengine/index.ts';
import { createSandboxPayments, createStripePayments } from './gateways/payments/index.ts';
import { createPdfPrinter } from './gateways/pdf/index.ts';
import { createSpeechGateway } from './gateways/speech/index.ts';
import {
  addresseeOf,
  createAccounts,
  type ExportPart,
  findAccount,
  recordAuditEvent,
  usersOfAccount,
  usersOfAccounts,
  writeNotice,
  limitedPlace,
} from './modules/accounts/index.ts';
import {
  addHistoryRoutes,
  createInvoices,
  everyBuyerOf,
  everyInvoiceOf,
  type InvoiceSettings,
} from './modules/invoices/index.ts';
import {
  createPayments,
  everyAutoTopUpOf,
  everyMethodOf,
  everyPaymentOf,
  savedCardsUntil,
  topUpsUntil,
} from './modules/payments/index.ts';
import { addSipPhoneRoutes, countSipPhones, everySipPhoneOf } from './modules/phones/index.ts';
import { addBillingRoutes, createSubscriptions, everyPlanChargeOf } from './modules/plans/index.ts';
import { addReceiptRoutes, everyReceiptOf, receiptKeyOf } from './modules/receipts/index.ts';
import {
  addCallHistoryRoutes,
  type CallSettings,
  chargedCalls,
  countCalls,
  createCalls,
  endCallsOfAccount,
  endedCallsBefore,
  everyCallOf,
  type EngineOrders,
  sipWebsocketUrl,
  usualSettings,
  viewCall,
  countStuckLegs,
} from './modules/calls/index.ts';
import {
  addContactRoutes,
  everyContactOf,
  namesOfNumbers,
  numberReader,
  numbersNamed,
} from './modules/contacts/index.ts';
import { createInsight } from './modules/insight/index.ts';
import { createCallLimits, createLimits, everyLimitOf, readUsualLimits } from './modules/limits/index.ts';
import { everyEntryOf, findWallet, findWallets, isMoney, trialCurrency, walletView } from './modules/ledger/index.ts';
import { createNotices, everyNoticeOf, noticeSettingsOf, viewNotice } from './modules/notices/index.ts';
import { allocateSandboxNumber, numbersOf } from './modules/numbers/index.ts';
import {
  addRatingRoutes,
  createRating,
  readDialledNumber,
  SAMPLE_RATE_TABLE,
  termsReply,
} from './modules/rating/index.ts';
import {
  countUnregistered,
  createRegisterTrunks,
  createRouting,
  createTrunkLogins,
  MOST_TRUNKS,
  seedSandboxTrunks,
} from './modules/routing/index.ts';
import { createStatus, webAnswers } from './modules/status/index.ts';
import { addAccountLimits } from './platform/account-limits.ts';
import { addCallerLimits } from './platform/caller-limits.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { type Config, ConfigError } from './platform/config.ts';
import { type Database, type Executor, openDatabase } from './platform/database.ts';
import { createDispatcher, type Event, forgetOldEvents, heard, isOneOf } from './platform/events.ts';
import { addHealth } from './platform/health.ts';
import { createHttpServer, type Identity, listenOn } from './platform/http-server.ts';
import { addIdempotency, forgetOldAnswers } from './platform/idempotency.ts';
import { addLivePush } from './platform/live-push.ts';
import { createLog } from './platform/log.ts';
import { addGauge, countDroppedMails, createMetrics } from './platform/metrics.ts';
import { migrate } from './platform/migrate.ts';
import { forgetEndedLimits } from './platform/rate-limits.ts';
import { startTicks, type Tick } from './platform/ticks.ts';
import { addUserLimits } from './platform/user-limits.ts';
import { addWebPages } from './platform/web-pages.ts';
import { seed } from './seed.ts';

const MIGRATIONS = new URL('../migrations/', import.meta.url);
const CURRENCY = 'USD';
const JOINING_MS = 30_000;
const FORGET_EVERY_MS = 10 * 60_000;

export type App = {
  port: number | null;
  /** Runs every job of the roles once, now, one after another. Gives what each failed with; null: it did not. */
  runJobs: () => Promise<{ name: string; failure: unknown }[]>;
  stop: () => Promise<void>;
};

/** The whole server, put together and running in the roles that the settings name. */
export async function startApp(config: Config, clock: Clock = systemClock): Promise<App> {
  const log = createLog(config.logLevel).child({ server: config.serverName });
  const metrics = createMetrics();
  const database = openDatabase({ url: config.databaseUrl, poolSize: config.databasePool, name: config.serverName });
  addGauge(metrics, {
    name: 'farline_stuck_legs',
    help: 'Calls that are over and that a carrier does not let go of: it may go on counting',
    read: async () => await countStuckLegs(database),
  });
  await migrate(database, { folder: MIGRATIONS, after: seed });
  await seedSandboxTrunks(database, config.sandboxTrunks, clock.now());
  const dispatcher = createDispatcher(database, log);

  // The outside world.
  const mail = createMail({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    database,
    clock,
    log,
    isLoopbackOnly: config.loopbackOnly,
    publicUrl: config.publicUrl,
  });
  const speech = createSpeechGateway({ dataFolder: config.dataFolder });
  const paymentProvider = paymentProviderOf(config);
  const media = createMediaControl({ address: config.rtpengine });
  const engineRpc = createKamailioRpc({ url: config.kamailioRpc });
  const engine: { link: EngineLink | null } = { link: null };

  // The modules, leaves first.
  const rating = createRating({ database, clock, log });
  await rating.start();
  const routing = createRouting(database);
  const accounts = createAccounts({
    database,
    clock,
    log,
    allocateNumber: allocateSandboxNumber,
    numbersOf,
    sendMail: mail.send,
    mailDropped: countDroppedMails(metrics),
    endCallsOf: endCallsOfAccount,
    exportParts: exportParts(database),
    countSipPhones,
    settings: {
      tokenSecret: config.tokenSecret,
      publicUrl: config.publicUrl,
      origins: config.allowedOrigins,
      trialCreditMicros: amountOf(config.trialCredit, 'FARLINE_TRIAL_CREDIT'),
      currency: CURRENCY,
      rateTable: SAMPLE_RATE_TABLE,
      limitsPerAddress: config.rateLimits,
    },
  });
  const usualLimits = readUsualLimits(config.spendingLimits);
  const limits = createLimits({
    database,
    clock,
    usual: usualLimits,
    requireUser: accounts.requireUser,
    accountOf: findAccount,
    usersOf: usersOfAccount,
    confirmOwner: accounts.confirmOwner,
    ownerProof: accounts.ownerProof,
    audit: recordAuditEvent,
    priceOf: (asked) => {
      const { rated, isOpen } = rating.lookUp(asked);
      const { countryCode, kind } = rated.destination;
      const { perMinuteMicros, connectionMicros } = rated.terms;
      const { number } = rated;
      return {
        number,
        countryCode,
        kind,
        perMinuteMicros,
        connectionMicros,
        terms: termsReply(rated.terms),
        isClosed: !isOpen,
      };
    },
    topUpsUntil,
    savedCardsUntil: async (db, wanted) => await savedCardsUntil(db, { provider: paymentProvider, ...wanted }),
  });
  const calls = createCalls({
    database,
    clock,
    log,
    settings: callSettings(config),
    sip: config.sip,
    accounts,
    rating,
    limits: createCallLimits(usualLimits),
    routing,
    engine: ordersTo(engine),
    listDialogs: async () => await engineRpc.listDialogs(),
    media,
    bridge: callBridge(config),
    describeCaller: async (dialog) => await engineRpc.describeCaller(dialog),
    prompts: speech,
    wait: async (ms) => await wait(ms),
  });
  const { requireUser } = accounts;
  const insight = createInsight({ database, clock, requireUser, findAccount, endedCallsBefore });
  const payments = createPayments({
    database,
    clock,
    log,
    requireUser,
    requireProof: accounts.requireProof,
    publicUrl: config.publicUrl,
    provider: paymentProvider,
  });
  const invoices = createInvoices({
    ...{ database, clock, log, requireUser, chargedCalls, printPdf: createPdfPrinter() },
    settings: invoiceSettings(config),
  });
  const subscriptions = createSubscriptions({
    ...{ database, clock, log, rating, requireUser },
    currency: CURRENCY,
    publicUrl: config.publicUrl,
    provider: paymentProvider,
  });
  const notices = createNotices({
    database,
    clock,
    requireUser,
    currencyOf,
    usersOf: usersOfAccounts,
    walletsOf: findWallets,
    callOf: viewCall,
    mailTo: writeNotice,
    addresseeOf,
    publicUrl: config.publicUrl,
  });
  const web: { port: number | null } = { port: null };
  const status = createStatus({
    database,
    clock,
    synthesise: speech.synthesise,
    checks: {
      database: async () => await answers(database),
      ...(config.roles.has('call-control') ? { engine: async () => engineAnswers(engine.link, media) } : {}),
      ...(config.roles.has('api') ? { web: async () => await webAnswers(`http://127.0.0.1:${web.port}/`)() } : {}),
    },
  });

  // What people and programs reach.
  const http = await createHttpServer({
    log,
    allowedOrigins: config.allowedOrigins,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
  });
  addIdempotency(http, { database, clock });
  addAccountLimits(http, { database, clock });
  accounts.guardConfirmedOnly(http);
  if (config.rateLimits) {
    addCallerLimits(http, { clock, placeOf: limitedPlace });
    addUserLimits(http, { clock });
  }
  addHealth(http, { clock, metrics, checks: { database: async () => await answers(database) } });
  const push = addLivePush(http, {
    database,
    dispatcher,
    log,
    authenticate: accounts.authenticate,
    isSignedIn: accounts.isSignedIn,
    view: async (event, viewer) => await viewForBrowser(database, event, viewer),
    ...(config.rateLimits ? { placeOf: limitedPlace } : {}),
  });
  await http.register(
    async (api) => {
      await api.register(accounts.routes);
      addSipPhoneRoutes(api, {
        ...{ database, clock, accounts },
        sipRegistrar: config.sipPhones,
        registeredPhones: async (usernames) => await engineRpc.registeredPhones(usernames).catch(() => null),
      });
      await api.register(calls.routes);
      addCallHistoryRoutes(api, { database, clock, requireUser, numbersNamed, namesOfNumbers });
      addContactRoutes(api, { database, clock, requireUser, readNumber: numberReader(readDialledNumber) });
      await api.register(insight.routes);
      await api.register(notices.routes);
      await api.register(limits.routes);
      addRatingRoutes(api, { rating });
      addHistoryRoutes(api, { database, clock, requireUser });
      await api.register(payments.routes);
      await api.register(subscriptions.routes);
      await api.register(invoices.routes);
      addReceiptRoutes(api, {
        ...{ database, clock, requireUser, chargedCalls, publicUrl: config.publicUrl },
        key: receiptKeyOf(config.receiptSecret),
      });
      addBillingRoutes(api, {
        database,
        clock,
        requireUser: accounts.requireUser,
        countCalls,
        rating,
      });
    },
    { prefix: '/api/v1' },
  );
  await http.register(status.routes);
  if (mail.page !== null) await http.register(mail.page);
  await addWebPages(http, config.webRoot ?? join(import.meta.dirname, '../../web/dist'), {
    lineUrl: (request) => sipWebsocketUrl(config.sip, request),
  });

  // The roles.
  const ticks: Tick[] = [...status.ticks];
  if (config.roles.has('call-control')) {
    const logins = createTrunkLogins({
      ...{ database, secret: config.tokenSecret, log },
      tell: (login) => engine.link?.tellLogin(login),
    });
    await logins.read();
    engine.link = connectToKamailio({
      evapi: config.evapi,
      serverName: config.serverName,
      listener: {
        ...calls.listener,
        // Before any call is answered over this line.
        connected: (epoch) => {
          logins.tellAll();
          calls.listener.connected(epoch);
        },
      },
      log,
    });
    dispatcher.listen(calls.hear);
    const guarded = { rpc: engineRpc, link: () => engine.link, exceptions: config.floodExceptions, log };
    ticks.push(...calls.ticks, createConnectionGuard(guarded), logins.tick);
    ticks.push(
      createRegisterTrunks({
        ...{ database, clock, log, random: Math.random },
        register: async (words) => (await engine.link?.registerTrunk(words)) ?? null,
      }),
    );
    addGauge(metrics, {
      name: 'farline_trunks_unregistered',
      help: 'Trunks that are to be registered with their carrier and are not.',
      read: async () => await countUnregistered(database, clock.now()),
    });
  }
  if (config.roles.has('worker')) {
    dispatcher.subscribe(insight.subscription);
    dispatcher.subscribe(limits.subscription);
    if (payments.subscription !== null) dispatcher.subscribe(payments.subscription);
    dispatcher.subscribe(notices.subscription);
    ticks.push(
      ...accounts.ticks,
      ...insight.ticks,
      ...limits.ticks,
      ...notices.ticks,
      ...payments.ticks,
      ...subscriptions.ticks,
      ...invoices.ticks,
      {
        name: 'forget what is past',
        everyMs: FORGET_EVERY_MS,
        run: async () => {
          await forgetEndedLimits(database, clock.now());
          await forgetOldAnswers(database, clock.now());
          await forgetOldEvents(database, clock.now());
        },
      },
    );
  }
  await dispatcher.start();
  if (config.roles.has('api')) web.port = await listenOn(http, { addresses: config.listen, port: config.port });
  const running = startTicks(ticks, log);
  log.info({ port: web.port, roles: [...config.roles] }, 'server started');

  return {
    port: web.port,
    runJobs: async () => {
      const outcomes: { name: string; failure: unknown }[] = [];
      for (const { name, run } of ticks) {
        outcomes.push({
          name,
          failure: await run().then(
            () => null,
            (error: unknown) => error,
          ),
        });
      }
      return outcomes;
    },
    stop: async () => {
      // Beside each other: a tick that waits for somebody must not keep the doors open. The engine's line and the
      // database outlast both, for what is still under way.
      const ticksStopped = running.stop();
      push.stop();
      await http.close();
      await ticksStopped;
      await engine.link?.close();
      await dispatcher.stop();
      await rating.stop();
      media.close();
      await database.destroy();
    },
  };
}

function paymentProviderOf({ payments }: Config): PaymentProvider | null {
  switch (payments?.provider) {
    case undefined:
      return null;
    case 'sandbox':
      return createSandboxPayments(payments);
    case 'stripe':
      return createStripePayments(payments);
  }
}

function amountOf(text: string, setting: string): Micros {
  const amount = parseDecimal(text);
  if (amount === null) throw new ConfigError(`${setting} must be an amount such as 2.00`);
  return amount;
}

function invoiceSettings({ invoices }: Config): InvoiceSettings {
  const taxRules = invoices.taxRules.map(({ rate, ...rule }) => {
    const rateMicros = parseDecimal(rate);
    if (rateMicros === null) throw new ConfigError(`FARLINE_TAX has a rate that is no number: ${rate}`);
    return { ...rule, rateMicros };
  });
  return { ...invoices, taxRules };
}

const UNLIMITED_RATES = {
  guestEchoesPerHour: Number.MAX_SAFE_INTEGER,
  phoneInvitesAMinute: Number.MAX_SAFE_INTEGER,
};

function callSettings(config: Config): CallSettings {
  return {
    ...usualSettings,
    firstStretchSeconds: config.stretch.firstSeconds,
    stretchAheadSeconds: config.stretch.aheadSeconds,
    warningSeconds: config.stretch.warningSeconds,
    ...config.silence,
    ...config.ringing,
    forgivenADayMicros: amountOf(config.forgivenADay, 'FARLINE_FORGIVEN_A_DAY'),
    ...(config.rateLimits ? {} : UNLIMITED_RATES),
  };
}

/** It has as long as every trunk's time and the ringing last, and then what joining takes. */
function callBridge({ callBridge: bridge, ringing }: Config) {
  const patienceMs = MOST_TRUNKS * Math.max(ringing.firstSignMs, ringing.tryingMs) + ringing.ringingMs + JOINING_MS;
  return bridge === null ? null : createCallBridge({ ...bridge, patienceMs });
}

/** The telephone engine is both: Kamailio carries the calls, rtpengine their sound. */
async function engineAnswers(link: EngineLink | null, media: Pick<MediaControl, 'answers'>): Promise<boolean> {
  return link?.isConnected() === true && (await media.answers());
}

/** A process without the role call-control has no line to the engine: its orders are carried out by one that has. */
function ordersTo(engine: { link: EngineLink | null }): EngineOrders {
  return {
    extendCall: async (dialog, end) => (await engine.link?.extendCall(dialog, end)) ?? 'no_answer',
    endCall: async (dialog) => (await engine.link?.endCall(dialog)) ?? 'no_answer',
    cancelCall: async (callId) => (await engine.link?.cancelCall(callId)) ?? 'no_answer',
  };
}

/** What live push hears: most of it is shown. */
const SHOWN = heard(
  'call.changed',
  'call.ended',
  'plan.changed',
  'wallet.changed',
  'notice.changed',
  'invoice.issued',
  'contacts.changed',
  'user.changed',
  'limits.changed',
  'session.ended',
);

async function viewForBrowser(database: Database, event: Event, viewer: Identity): Promise<LiveEvent | null> {
  if (!isOneOf(SHOWN, event)) return null;
  switch (event.type) {
    case 'call.changed':
    case 'call.ended': {
      const call = await viewCall(database, event.subjectId);
      return call === null ? null : { type: 'call.changed', call };
    }
    case 'plan.changed':
      return { type: 'plan.changed' };
    case 'wallet.changed': {
      const wallet = await findWallet(database, event.subjectId);
      const trialOf = wallet === null ? null : trialCurrency(wallet.unit);
      if (wallet !== null && trialOf !== null) {
        return { type: 'trial_credit.changed', trialCredit: toMoney(wallet.balanceMicros, trialOf) };
      }
      // Pages show one wallet of money; an allowance is part of the plan.
      if (wallet !== null && !isMoney(wallet.unit)) return { type: 'allowance.changed' };
      return wallet === null ? null : { type: 'wallet.changed', wallet: walletView(wallet) };
    }
    case 'notice.changed':
      return await viewNotice({ database, addresseeOf }, event, viewer);
    case 'invoice.issued':
      return { type: 'invoices.changed' };
    case 'contacts.changed':
      return { type: 'contacts.changed' };
    case 'user.changed':
      return { type: 'user.changed' };
    case 'limits.changed':
      return { type: 'limits.changed' };
    case 'session.ended':
      // Whatever is sent, live push looks first whether the session of the socket still runs.
      return null;
  }
}

async function currencyOf(database: Executor, accountId: string): Promise<string> {
  return (await findAccount(database, accountId))?.currency ?? CURRENCY;
}

/** What each module puts into an export of everything that is known of an account. */
function exportParts(database: Database): ExportPart[] {
  return [
    { name: 'sipPhones', items: ({ userId }) => everySipPhoneOf(database, userId) },
    { name: 'calls', items: ({ accountId }) => everyCallOf(database, accountId) },
    { name: 'contacts', items: ({ accountId }) => everyContactOf(database, accountId) },
    { name: 'notices', items: ({ userId }) => everyNoticeOf({ database, addresseeOf }, userId) },
    { name: 'noticeSettings', items: (owner) => noticeSettingsOf({ database, currencyOf }, owner) },
    { name: 'buyer', items: ({ accountId }) => everyBuyerOf(database, accountId) },
    { name: 'invoices', items: ({ accountId }) => everyInvoiceOf(database, accountId) },
    { name: 'receipts', items: ({ accountId }) => everyReceiptOf(database, accountId) },
    { name: 'plans', items: ({ accountId }) => everyPlanChargeOf(database, accountId) },
    { name: 'payments', items: ({ accountId }) => everyPaymentOf(database, accountId) },
    { name: 'paymentMethods', items: ({ accountId }) => everyMethodOf(database, accountId) },
    { name: 'autoTopUp', items: ({ accountId }) => everyAutoTopUpOf(database, accountId) },
    { name: 'limits', items: (owner) => everyLimitOf(database, owner) },
    { name: 'ledger', items: ({ accountId }) => everyEntryOf(database, accountId) },
  ];
}

async function answers(database: Database): Promise<boolean> {
  await sql`select 1`.execute(database);
  return true;
}
