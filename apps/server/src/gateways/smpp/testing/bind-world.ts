import { PLAIN_MESSAGE, type ShortMessage } from '@farline/smpp';
import { createHandTiming } from '@farline/smpp/testing';
import { expect, onTestFinished } from 'vitest';
import {
  type Bind,
  type BindListener,
  type BindSettings,
  type CarrierReceipt,
  type DeliveryMark,
  type MessagePart,
  openBind,
  type ReceivedPart,
} from '../index.ts';
import { type CarrierScript, scriptedCarrier } from './scripted-carrier.ts';

export const PASSWORD = 'never-told';

export const aPart = (text = 'Hello', change: Partial<MessagePart> = {}): MessagePart => ({
  from: '+14155550100',
  to: '+447700900123',
  encoding: 'gsm-7',
  text,
  concatenation: null,
  nationalShift: null,
  validForSeconds: 86_400,
  ...change,
});

/** What a carrier delivers, to a number of ours. */
export const aDelivery = (text: string, change: Partial<ShortMessage> = {}): ShortMessage => ({
  ...PLAIN_MESSAGE,
  source: { ton: 1, npi: 1, text: '447700900123' },
  destination: { ton: 1, npi: 1, text: '14155550100' },
  dataCoding: 3,
  octets: Buffer.from(text, 'latin1'),
  ...change,
});

export const someSettings = (port: number, change: Partial<BindSettings> = {}): BindSettings => ({
  name: 'acme',
  host: '127.0.0.1',
  port,
  tls: 'none',
  ca: null,
  systemId: 'farline',
  password: PASSWORD,
  systemType: '',
  version: '3.4',
  mode: 'transceiver',
  window: 10,
  perSecond: null,
  alphabet: 'gsm-7',
  messageIds: 'same',
  longMessages: 'header',
  addressTypes: {},
  ...change,
});

/** A carrier and our bind to it, whose time passes by hand. Both are closed when the test is over. */
export async function bindWorld(
  given: { script?: CarrierScript; settings?: Partial<BindSettings>; listener?: Partial<BindListener> } = {},
) {
  const carrier = await scriptedCarrier(given.script);
  const timing = createHandTiming();
  const receipts: CarrierReceipt[] = [];
  const received: ReceivedPart[] = [];
  const answered: DeliveryMark[] = [];
  const changes: string[] = [];
  const logged: unknown[] = [];
  const note = (...words: unknown[]) => void logged.push(words);
  const bind = openBind(
    someSettings(carrier.port, given.settings),
    {
      receipt: async (_, receipt) => void receipts.push(receipt),
      received: async (_, part) => void received.push(part),
      answered: async (_, mark) => void answered.push(mark),
      changed: (_, state) => void changes.push(state),
      ...given.listener,
    },
    { log: { info: note, warn: note, error: note }, timing, random: () => 1 },
  );
  onTestFinished(async () => {
    const closing = bind.close();
    await carrier.close();
    await closing;
  });
  return { carrier, bind, timing, receipts, received, answered, changes, logged };
}

export type BindWorld = Awaited<ReturnType<typeof bindWorld>>;

export async function boundWorld(given: Parameters<typeof bindWorld>[0] = {}): Promise<BindWorld> {
  const world = await bindWorld(given);
  await untilBound(world.bind);
  return world;
}

export async function untilBound(bind: Bind): Promise<void> {
  await expect.poll(() => bind.isBound()).toBe(true);
}
