import type { PaymentProvider } from '@farline/contracts';
import { createKamailioRpc, type EngineLink } from '@farline/engine';
import { createCallBridge } from './gateways/call-bridge/index.ts';
import { createMail } from './gateways/mail/index.ts';
import { createTelnyxNumbers } from './gateways/numbers/index.ts';
import { createSandboxPayments, createStripePayments } from './gateways/payments/index.ts';
import { createPdfPrinter } from './gateways/pdf/index.ts';
import { openObjectStorage } from './gateways/object-storage/index.ts';
import { createMediaControl } from './gateways/rtpengine/index.ts';
import { createSpeechGateway } from './gateways/speech/index.ts';
import { createTranscription } from './gateways/transcription/index.ts';
import { createWebPush } from './gateways/web-push/index.ts';
import type { EngineOrders } from './modules/calls/index.ts';
import { type CarrierDeps, createMessageCarriers } from './message-carriers.ts';
import { MOST_TRUNKS } from './modules/routing/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import type { Log } from './platform/log.ts';

const JOINING_MS = 30_000;

export type Gateways = Awaited<ReturnType<typeof openGateways>>;

/** The outside world, as the settings name it. Throws a ConfigError where a service says that a setting is wrong. */
export async function openGateways(
  config: Config,
  deps: { database: Database; clock: Clock; log: Log; submitted: CarrierDeps['submitted'] },
) {
  const media = createMediaControl({ address: config.rtpengine });
  /** The line to Kamailio, once the role call-control has connected it. */
  const line: { link: EngineLink | null } = { link: null };
  return {
    mail: createMail({
      ...deps,
      smtpUrl: config.smtpUrl,
      from: config.mailFrom,
      isLoopbackOnly: config.loopbackOnly,
      publicUrl: config.publicUrl,
    }),
    push: {
      ...createWebPush({ subject: `mailto:${addressIn(config.mailFrom)}`, ownServices: config.pushServices }),
      /** Declines a call that waits for pages. */
      declineCall: async (callId: string) => (await line.link?.declineCall(callId)) ?? 'no_answer',
    },
    speech: createSpeechGateway({ dataFolder: config.dataFolder }),
    sound: {
      /** Writes down what is said; null: nobody does. */
      transcribe: config.transcription === null ? null : createTranscription(config.transcription, deps),
      /** Keeps it for good; null: the data folder does. */
      bucket: config.bucket === null ? null : await openObjectStorage(config.bucket, deps),
    },
    printPdf: createPdfPrinter(),
    paymentProvider: paymentProviderOf(config),
    numberSource: numberSourceOf(config, deps),
    media,
    bridge: callBridge(config),
    engineRpc: createKamailioRpc({ url: config.kamailioRpc }),
    line,
    orders: ordersTo(line),
    /** The lamp of a SIP phone; nothing where there is no line. */
    tellWaiting: async (phone: string, waiting: string) => void (await line.link?.tellWaiting(phone, waiting)),
    messageCarriers: createMessageCarriers(config, deps),
    /** The telephone engine is both: Kamailio carries the calls, rtpengine their sound. */
    engineAnswers: async () => line.link?.isConnected() === true && (await media.answers()),
  };
}

/** `Farline <no-reply@example.org>` without its name. */
const addressIn = (from: string) => /<([^>]+)>/.exec(from)?.[1] ?? from.trim();

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

/** Numbers beside those of the catalogue. */
function numberSourceOf({ numberProvider }: Config, { clock, log }: { clock: Clock; log: Log }) {
  if (numberProvider === null) return null;
  const { telnyx, prices } = numberProvider;
  log.warn(
    { provider: 'telnyx', countries: prices.countries },
    'numbers are ordered from telnyx: this was written against its documentation and never run against telnyx itself',
  );
  return { provider: createTelnyxNumbers(telnyx, { clock }), prices };
}

/** It has as long as every trunk's time and the ringing last, and then what joining takes. */
function callBridge({ callBridge: bridge, ringing }: Config) {
  const patienceMs = MOST_TRUNKS * Math.max(ringing.firstSignMs, ringing.tryingMs) + ringing.ringingMs + JOINING_MS;
  return bridge === null ? null : createCallBridge({ ...bridge, patienceMs });
}

/** A process without the role call-control has no line to the engine: its orders are carried out by one that has. */
function ordersTo(line: { link: EngineLink | null }): EngineOrders {
  return {
    extendCall: async (dialog, end) => (await line.link?.extendCall(dialog, end)) ?? 'no_answer',
    endCall: async (dialog) => (await line.link?.endCall(dialog)) ?? 'no_answer',
    cancelCall: async (callId) => (await line.link?.cancelCall(callId)) ?? 'no_answer',
  };
}
