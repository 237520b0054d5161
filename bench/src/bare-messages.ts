import { once } from 'node:events';
import { connect } from 'node:net';
import { createLink, PLAIN_MESSAGE, plainResponse, STATUS, systemTiming } from '@farline/smpp';

const BIND = { command: 'bind_transceiver', systemType: '', interfaceVersion: 0x34 } as const;
const INTERNATIONAL = { ton: 1, npi: 1 };
const SILENCE_MS = 30_000;

/** Where a message centre is, with the login. */
export type Centre = { host: string; port: number; systemId: string; password: string; window: number };

/** The centre of a `smpp://` URL, as the server is told it. */
export function centreOf(url: string): Centre {
  const { hostname, port, username, password, searchParams } = new URL(url);
  return {
    host: hostname,
    port: Number(port),
    systemId: username,
    password,
    window: Number(searchParams.get('window') ?? 10),
  };
}

/**
 * Submits so many messages by our codec and link and nothing else, as many at once as the window takes, and answers each receipt. Gives
 * the milliseconds from the first submit to the last receipt.
 */
export async function submitBare(centre: Centre, messages: number): Promise<number> {
  const { host, port, systemId, password, window } = centre;
  const socket = connect({ host, port });
  await once(socket, 'connect');
  let receipts = 0;
  let fail: (error: Error) => void = () => undefined;
  let finish = () => {};
  const allReceipted = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  const link = createLink({
    socket,
    timing: systemTiming,
    responseMs: SILENCE_MS,
    enquireEveryMs: SILENCE_MS,
    onRequest: (sequence, { command }) => {
      link.respond(sequence, plainResponse(command, STATUS.ESME_ROK));
      receipts += 1;
      if (receipts === messages) finish();
    },
    onUnreadable: ({ why }) => fail(new Error(why)),
    onClosed: (why) => fail(new Error(why)),
  });
  await link.request({ ...BIND, systemId, password });
  const begun = performance.now();
  let left = messages;
  const submitter = async () => {
    for (; left > 0; ) {
      left -= 1;
      const response = await link.request({ command: 'submit_sm', message: messageNumber(left) });
      if (response?.status !== STATUS.ESME_ROK) throw new Error('the centre refused a message');
    }
  };
  await Promise.all([allReceipted, ...Array.from({ length: window }, submitter)]);
  const ms = performance.now() - begun;
  link.close('done');
  return ms;
}

const messageNumber = (number: number) => ({
  ...PLAIN_MESSAGE,
  source: { ...INTERNATIONAL, text: '447700900100' },
  destination: { ...INTERNATIONAL, text: '447700900123' },
  registeredDelivery: 1,
  octets: Buffer.from(`bare message ${number}`, 'latin1'),
});
