import { type Bind, type BindListener, type BindSettings, openBind } from './gateways/smpp/index.ts';
import type { Carrier, Messages, PartToSend, SendOutcome } from './modules/messages/index.ts';
import type { Config } from './platform/config.ts';
import type { Log } from './platform/log.ts';

/** The carriers of messages that the settings name; bound once the role call-control has opened them. */
export type MessageCarriers = {
  /** In the order in which they are tried. */
  list: readonly Carrier[];
  open(listener: Messages['listener']): void;
  close(): Promise<void>;
};

/** Names the carriers of messages. Nothing is opened. */
export function createMessageCarriers(config: Config, log: Log): MessageCarriers {
  const binds = new Map<string, Bind>();
  const { sandboxBind, messageCarriers } = config;
  const settings: BindSettings[] = [...messageCarriers, ...(sandboxBind === null ? [] : [sandboxBind])].map((one) => ({
    ...one,
    ca: null,
  }));
  return {
    list: settings.map(({ name, longMessages }) => ({
      name,
      isSandbox: name === sandboxBind?.name,
      takesWhole: longMessages === 'payload',
      isBound: () => binds.get(name)?.isBound() === true,
      submit: async (part) => await submit(binds.get(name), part, log),
    })),
    open(listener) {
      for (const one of settings) binds.set(one.name, openBind(one, hearing(listener, log), { log }));
    },
    async close() {
      await Promise.all([...binds.values()].map(async (bind) => await bind.close()));
    },
  };
}

async function submit(bind: Bind | undefined, part: PartToSend, log: Log): Promise<SendOutcome> {
  if (bind === undefined) return { outcome: 'later', why: 'not bound' };
  try {
    return await bind.submit({ ...part, nationalShift: null });
  } catch (error) {
    log.error({ err: error }, 'a message cannot be written for its carrier');
    return { outcome: 'refused', status: 'unwritable' };
  }
}

function hearing({ receipt, received }: Messages['listener'], log: Log): BindListener {
  return {
    receipt: async (bind, { carrierMessageId, state, error, from, to }) =>
      await receipt({ bind, carrierMessageId, peer: to, number: from, state, error }),
    received: async (bind, part) => await received({ bind, ...part }),
    changed: (bind, state, why) => log.info({ bind, why }, `the carrier of messages is ${state}`),
  };
}
