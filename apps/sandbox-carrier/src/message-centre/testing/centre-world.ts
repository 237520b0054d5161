import { once } from 'node:events';
import { connect } from 'node:net';
import {
  type BindCommand,
  createLink,
  PLAIN_MESSAGE,
  plainResponse,
  type ShortMessage,
  type SmppLink,
  type SmppResponse,
  STATUS,
  systemTiming,
} from '@farline/smpp';
import { createHandTiming } from '@farline/smpp/testing';
import { onTestFinished } from 'vitest';
import { MessageCentre } from '../message-centre.ts';

export const LOGIN = { systemId: 'farline', password: 'sandbox' };
const NEVER_MS = 600_000;

export const aSubmit = (to: string, text = 'Hello', change: Partial<ShortMessage> = {}): ShortMessage => ({
  ...PLAIN_MESSAGE,
  source: { ton: 1, npi: 1, text: '14155550100' },
  destination: { ton: 1, npi: 1, text: to },
  registeredDelivery: 1,
  octets: Buffer.from(text, 'latin1'),
  ...change,
});

/** A message centre whose time passes by hand. */
export async function centreWorld(accepts = (_address: string) => true) {
  const timing = createHandTiming();
  const centre = new MessageCentre({
    where: { host: '127.0.0.1', port: 0 },
    login: LOGIN,
    timing,
    accepts,
    log: () => {},
    now: () => new Date(Date.UTC(2026, 10, 22, 23, 0, 0) + timing.now()),
  });
  onTestFinished(() => centre.close());
  return { centre, timing, port: await centre.listen() };
}

export type Client = {
  link: SmppLink;
  /** What was delivered, in order; each is answered with `status`. */
  delivered: ShortMessage[];
  status: number;
  closed: Promise<string>;
};

/** A connection that is not bound yet. */
export async function aClient(port: number): Promise<Client> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let close = (_why: string) => {};
  const closed = new Promise<string>((resolve) => {
    close = resolve;
  });
  const link: SmppLink = createLink({
    socket,
    timing: systemTiming,
    responseMs: NEVER_MS,
    enquireEveryMs: NEVER_MS,
    onClosed: close,
    onRequest: (sequence, request) => {
      if ('message' in request) client.delivered.push(request.message);
      link.respond(sequence, plainResponse(request.command, client.status));
    },
    onUnreadable: () => {},
  });
  const client: Client = { link, delivered: [], status: STATUS.ESME_ROK, closed };
  onTestFinished(() => link.destroy('over'));
  return client;
}

export async function bindAs(client: Client, command: BindCommand = 'bind_transceiver', login = LOGIN) {
  return await client.link.request({ command, ...login, systemType: '', interfaceVersion: 0x34 });
}

export async function aBoundClient(port: number, command: BindCommand = 'bind_transceiver'): Promise<Client> {
  const client = await aClient(port);
  const response = await bindAs(client, command);
  if (response?.status !== STATUS.ESME_ROK) throw new Error('not bound');
  return client;
}

/** The id of a message that was taken, or the status that refused it; null where no answer came. */
export async function submit(client: Client, message: ShortMessage): Promise<string | number | null> {
  const response: SmppResponse | null = await client.link.request({ command: 'submit_sm', message });
  if (response === null) return null;
  return 'messageId' in response && response.status === STATUS.ESME_ROK ? response.messageId : response.status;
}

export const textOf = (message: ShortMessage | undefined) => Buffer.from(message?.octets ?? []).toString('latin1');
