import { bindUdp } from '../rtp-ports.ts';
import { type Address, isResponse } from '../sip-text.ts';

/** A bare UDP socket that says whatever a test writes, and keeps all that it hears. */
export async function rawPeer() {
  const socket = await bindUdp('127.0.0.1', 0);
  const heard: string[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (datagram) => {
    heard.push(datagram.toString());
    for (const check of waiting) check();
  });
  const port = socket.address().port;

  return {
    port,
    heard,
    close: () => socket.close(),
    send: (text: string, to: Address) => socket.send(text, to.port, to.host),
    /** The first message heard, now or later, of which the test holds; fails after half a minute. */
    hears(isWanted: (message: string) => boolean): Promise<string> {
      return new Promise((resolve, reject) => {
        const check = () => {
          const found = heard.find(isWanted);
          if (found === undefined) return;
          waiting.delete(check);
          clearTimeout(limit);
          resolve(found);
        };
        const limit = setTimeout(() => reject(new Error(`Never heard. Heard: ${heard.join('\n')}`)), 30_000);
        waiting.add(check);
        check();
      });
    },
    /** A request of this peer to an endpoint: one dialog, one branch for each request. */
    request: (parts: RequestParts) => requestOf(port, parts),
  };
}

type RequestParts = {
  method: string;
  cseq: number;
  to: Address;
  toTag?: string;
  branch?: string;
  sdp?: string;
  /** Another body than a description, and its type. */
  says?: { contentType: string; body: string };
  maxForwards?: number;
  headers?: string[];
};

function requestOf(port: number, parts: RequestParts): string {
  const body = parts.says?.body ?? parts.sdp ?? '';
  return [
    `${parts.method} sip:+447700900123@${parts.to.host}:${parts.to.port} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${port};rport;branch=${parts.branch ?? `z9hG4bK${port}${parts.cseq}${parts.method}`}`,
    `Max-Forwards: ${parts.maxForwards ?? 70}`,
    `From: <sip:+14155550100@127.0.0.1:${port}>;tag=raw`,
    `To: <sip:+447700900123@127.0.0.1>${parts.toTag ? `;tag=${parts.toTag}` : ''}`,
    `Call-ID: raw-${port}`,
    `CSeq: ${parts.cseq} ${parts.method}`,
    `Contact: <sip:raw@127.0.0.1:${port}>`,
    ...(parts.headers ?? []),
    ...(body ? [`Content-Type: ${parts.says?.contentType ?? 'application/sdp'}`] : []),
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

/** Whether a message is the response of this status to a request of this method. */
export const isAnswer = (status: number, method: string) => (message: string) =>
  message.startsWith(`SIP/2.0 ${status} `) && message.includes(` ${method}\r\n`);

/** A line between two endpoints that loses the messages it is told to lose, in both directions. */
export async function lossyLine(to: Address, isLost: (message: string) => boolean) {
  const socket = await bindUdp('127.0.0.1', 0);
  let near: Address | null = null;
  let lost = 0;
  socket.on('message', (datagram, source) => {
    const isFromFar = source.port === to.port;
    if (!isFromFar && !isResponse(datagram.toString())) near = { host: source.address, port: source.port };
    if (isLost(datagram.toString())) {
      lost += 1;
      return;
    }
    const target = isFromFar ? near : to;
    if (target) socket.send(datagram, target.port, target.host);
  });
  return {
    port: socket.address().port,
    close: () => socket.close(),
    get lost() {
      return lost;
    },
  };
}
