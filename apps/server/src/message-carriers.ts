import { type HttpCarrier, openHttpCarrier, webhookReader } from './gateways/http-messages/index.ts';
import { type Bind, type BindListener, type BindSettings, openBind } from './gateways/smpp/index.ts';
import type { Carrier, Messages, PartToSend, SendOutcome } from './modules/messages/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Log } from './platform/log.ts';
import { isLoopbackUrl } from './platform/loopback.ts';

/** The carriers of messages that the settings name; bound once the role call-control has opened them. */
export type MessageCarriers = {
  /** In the order in which they are tried. */
  list: readonly Carrier[];
  open(listener: Messages['listener']): void;
  close(): Promise<void>;
};

export type CarrierDeps = {
  clock: Clock;
  log: Log;
  /** Told of everything that a carrier was given. */
  submitted: (submit: { carrier: string; outcome: SendOutcome['outcome'] }) => void;
};
type RealCarrier = Config['messageCarriers'][number];
type SmppSettings = Extract<RealCarrier, { protocol: 'smpp' }>;
type HttpSettings = Extract<RealCarrier, { protocol: 'http' }>;
/** A carrier that can be opened; `close` of one that never was does nothing. */
type OpenableCarrier = { carrier: Carrier; open(listener: Messages['listener']): void; close(): Promise<void> };

/** Names the carriers of messages. Nothing is opened. */
export function createMessageCarriers(config: Config, deps: CarrierDeps): MessageCarriers {
  const { sandboxBind, messageCarriers, publicUrl } = config;
  const carriers = messageCarriers.map((one) =>
    one.protocol === 'smpp' ? bySmpp(one, deps) : byHttp(one, publicUrl, deps),
  );
  if (sandboxBind !== null) carriers.push(bySmpp({ ...sandboxBind, isSandbox: true }, deps));
  return {
    list: carriers.map(({ carrier }) => counted(carrier, deps)),
    open(listener) {
      for (const one of carriers) one.open(listener);
    },
    async close() {
      await Promise.all(carriers.map(async (one) => await one.close()));
    },
  };
}

function counted(carrier: Carrier, { submitted }: CarrierDeps): Carrier {
  return {
    ...carrier,
    submit: async (part) => {
      const outcome = await carrier.submit(part);
      submitted({ carrier: carrier.name, outcome: outcome.outcome });
      return outcome;
    },
  };
}

function bySmpp(
  { isSandbox = false, ...rest }: Omit<SmppSettings, 'protocol'> & { isSandbox?: boolean },
  { log }: CarrierDeps,
): OpenableCarrier {
  const settings: BindSettings = { ...rest, ca: null };
  const { name, longMessages, alphabet, nationalShift } = rest;
  let bind: Bind | null = null;
  return {
    carrier: {
      name,
      isSandbox,
      takesWhole: longMessages === 'payload',
      readWebhook: null,
      writes: { nationalShift, isLatin1: alphabet === 'latin-1' },
      isBound: () => bind?.isBound() === true,
      takesNow: (recipient) => bind?.takesNow(recipient) === true,
      submit: async (part) => await submit(bind, part, log),
    },
    open(listener) {
      bind = openBind(settings, hearing(listener, log), { log });
    },
    close: async () => await bind?.close(),
  };
}

async function submit(bind: Bind | null, part: PartToSend, log: Log): Promise<SendOutcome> {
  if (bind === null) return { outcome: 'later', why: 'not bound' };
  try {
    return await bind.submit(part);
  } catch (error) {
    log.error({ err: error }, 'a message cannot be written for its carrier');
    return { outcome: 'refused', status: 'unwritable' };
  }
}

function hearing({ receipt, received, answered }: Messages['listener'], log: Log): BindListener {
  return {
    receipt: async (bind, { carrierMessageId, state, error, beginning, from, to }) =>
      await receipt({ bind, carrierMessageId, peer: to, number: from, state, error, beginning }),
    received: async (bind, part, delivery) => await received({ bind, ...part, delivery }),
    answered: async (bind, delivery) => await answered({ bind, ...delivery }),
    changed: (bind, state, why) => log.info({ bind, why }, `the carrier of messages is ${state}`),
  };
}

/** Its webhooks come to every process that serves the API; what they tell is taken there. */
function byHttp(one: HttpSettings, publicUrl: string, { clock, log }: CarrierDeps): OpenableCarrier {
  const { name } = one;
  const settings = { ...one, webhookUrl: `${publicUrl}/api/v1/webhooks/messages/${name}` };
  let way: HttpCarrier | null = null;
  return {
    carrier: {
      name,
      isSandbox: false,
      takesWhole: true,
      readWebhook: webhookReader(settings),
      writes: { nationalShift: [], isLatin1: false },
      isBound: () => way?.isBound() === true,
      takesNow: () => way?.isBound() === true,
      submit: async (part) => (await way?.submit(part)) ?? { outcome: 'later', why: 'not bound' },
    },
    open() {
      if (isLoopbackUrl(publicUrl) && !isLoopbackUrl(one.origin)) {
        log.warn({ bind: name, publicUrl }, 'a carrier by HTTP cannot tell anything to this public address');
      }
      way = openHttpCarrier(settings, {
        clock,
        changed: (state, why) => log.info({ bind: name, why }, `the carrier of messages is ${state}`),
      });
    },
    close: async () => await way?.close(),
  };
}
