import type { Page } from 'playwright-core';

/** The engine's place, taken by the test: pages register here, and it rings when the test says so. */
export interface StandInRegistrar {
  /** Resolves when a page has registered. */
  registered: Promise<void>;
  ring(call: { id: string; from: string }): void;
  /** The caller's side takes the call back; `reason` is a Reason header (RFC 3326). */
  cancel(id: string, reason?: string): void;
  /** The final answers of the page to the INVITE of a call, by their status. */
  answers(id: string): number[];
}

const SDP = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0', 'm=audio 9 RTP/AVP 0', ''].join(
  '\r\n',
);

/** Takes the engine's place for a page: call it before the page is opened. */
export async function standInForEngine(page: Page, websocketUrl: string): Promise<StandInRegistrar> {
  let send = (_message: string): void => undefined;
  let target = '';
  let registered = (): void => undefined;
  const whenRegistered = new Promise<void>((done) => (registered = done));
  const answered = new Map<string, number[]>();
  await page.routeWebSocket(
    (url) => url.port === new URL(websocketUrl).port,
    (near) => {
      near.onMessage((message) => {
        const text = String(message);
        const callId = headerOf(text, 'Call-ID');
        if (text.startsWith('REGISTER ')) {
          const contact = headerOf(text, 'Contact');
          target = /<([^>]+)>/.exec(contact)?.[1] ?? '';
          send = (said) => near.send(said);
          near.send(okFor(text, contact));
          registered();
        }
        const status = Number(/^SIP\/2\.0 ([2-6]\d\d) /.exec(text)?.[1] ?? 0);
        if (status === 0 || !headerOf(text, 'CSeq').endsWith('INVITE')) return;
        answered.set(callId, [...(answered.get(callId) ?? []), status]);
        if (status >= 300) near.send(request('ACK', { id: callId, target, from: '' }));
      });
    },
  );
  return {
    registered: whenRegistered,
    ring: ({ id, from }) => send(request('INVITE', { id, target, from })),
    cancel: (id, reason) => send(request('CANCEL', { id, target, from: '', reason })),
    answers: (id) => answered.get(id) ?? [],
  };
}

function headerOf(message: string, name: string): string {
  return new RegExp(`^${name}: (.*)\\r$`, 'im').exec(message)?.[1] ?? '';
}

function okFor(register: string, contact: string): string {
  const copied = ['Via', 'From', 'Call-ID', 'CSeq'].map((name) => `${name}: ${headerOf(register, name)}`);
  const to = `To: ${headerOf(register, 'To')};tag=stand-in`;
  return [`SIP/2.0 200 OK`, ...copied, to, `Contact: ${contact}`, 'Content-Length: 0', '', ''].join('\r\n');
}

function request(
  method: 'INVITE' | 'CANCEL' | 'ACK',
  { id, target, from, reason }: { id: string; target: string; from: string; reason?: string | undefined },
): string {
  const body = method === 'INVITE' ? SDP : '';
  return [
    `${method} ${target} SIP/2.0`,
    `Via: SIP/2.0/WS stand-in.invalid;branch=z9hG4bK${id}`,
    'Max-Forwards: 70',
    `From: <sip:${from === '' ? 'anonymous@anonymous.invalid' : `${from}@stand-in.invalid`}>;tag=stand-in`,
    'To: <sip:somebody@stand-in.invalid>',
    `Call-ID: ${id}`,
    `CSeq: 1 ${method}`,
    'Contact: <sip:stand-in.invalid;transport=ws>',
    `X-Farline-Call: ${id}`,
    'X-Farline-Voicemail: yes',
    ...(reason === undefined ? [] : [`Reason: ${reason}`]),
    ...(body === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}
