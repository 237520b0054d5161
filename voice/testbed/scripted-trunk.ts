import { randomBytes } from 'node:crypto';
import { type Gate, type GateOptions, createGate } from './digest-gate.ts';
import { type Inbox, createInbox } from './inbox.ts';
import { carrierAnswer } from './sdp.ts';
import { openUdpWire } from './trunk-wire.ts';
import { type SipMessage, readSip, uriOf, writeSip } from './sip-message.ts';
import { type ByeAnswer, createStrictDialogs, type FarCall } from './strict-dialogs.ts';

/** A trunk's side of one INVITE, with the means to say what a test wants said. */
export type TrunkLeg = {
  readonly invite: SipMessage;
  /** The To tag of its replies, unless another is given. */
  readonly toTag: string;
  /** What the next BYEs hear, in turn, before one is accepted; see `ByeAnswer`. */
  readonly byes: ByeAnswer[];
  /**
   * A response to the INVITE, with a body of ours for 183 and 200 and one To tag throughout if none is given. A 200 is repeated until
   * its ACK, for 32 s (RFC 3261 §13.3.1.4). `mediaPort` is where the sound is taken, which nobody hears without; `body` is said instead,
   * also when it is offered again.
   */
  reply(
    status: number,
    phrase?: string,
    options?: {
      withoutBody?: boolean;
      toTag?: string;
      mediaPort?: number;
      body?: string;
      headers?: readonly (readonly [string, string])[];
    },
  ): void;
  /**
   * A request within the dialog, by the far side; `to` is the Contact that the far side knows, the INVITE's one without. `fromTag` is
   * the tag that it answered under, where it gave another. `by` is another that sends it in the trunk's place.
   */
  request(
    method: string,
    options?: { body?: string; to?: string; fromTag?: string; cseq?: number; by?: (text: string) => void },
  ): SipMessage;
};

export type Script = (leg: TrunkLeg) => void | Promise<void>;

/** A carrier as strict as real ones, that keeps every byte it received, and plays a script for each INVITE by the dialled number. */
export type ScriptedTrunk = {
  readonly port: number;
  readonly received: Inbox<SipMessage>;
  readonly legs: Inbox<TrunkLeg>;
  /** Its own count of each call, oldest first. */
  readonly calls: readonly FarCall[];
  /** Calls that were answered here and are not over: what the carrier still counts. */
  openCalls(): FarCall[];
  /** What to do when this number is dialled; the number must be its own in each test. */
  script(number: string, script: Script): void;
  /** What to do with all other numbers. */
  otherwise(script: Script): void;
  /** From now on whoever calls this number is asked who they are, and within the call too where `methods` say so. */
  guard(number: string, options: GateOptions): Gate;
  /** Sends anything from the trunk's address. */
  send(text: string): void;
  close(): void;
};

/** Sound that came where SIP is heard would fill the socket on a busy machine, and a BYE would be lost or wait. */
const NOBODY_HEARS = 9;
const T1_MS = 500;
const T2_MS = 4000;
const REPEATED_MS = 64 * T1_MS;

/** Starts the trunk on a free port, or the one that is given. `enginePort` is Kamailio's carrier side. */
export async function startScriptedTrunk(
  enginePort: number,
  ownPort = 0,
  openWire = openUdpWire,
): Promise<ScriptedTrunk> {
  const wire = await openWire({ engine: enginePort, own: ownPort }, (text) => hear(text));
  const { port, transport } = wire;
  const contact = `sip:carrier@127.0.0.1:${port}${transport === 'TCP' ? ';transport=tcp' : ''}`;
  const received = createInbox<SipMessage>((message) => message.text.split('\r\n')[0] ?? '');
  const legs = createInbox<TrunkLeg>((leg) => leg.invite.uri);
  const scripts = new Map<string, Script>();
  const gates = new Map<string, Gate>();
  let usual: Script = () => undefined;
  const dialogs = createStrictDialogs(contact);
  /** What each transaction was answered with; null is never answered. */
  const answered = new Map<string, string | null>();
  const unacknowledged = new Map<string, NodeJS.Timeout>();
  const awaited = new Map<string, () => void>();
  const descriptions = new Map<string, string>();

  return {
    port,
    received,
    legs,
    calls: dialogs.calls,
    openCalls: () => dialogs.calls.filter((call) => call.answeredAt !== null && call.endedAt === null),
    script: (number, script) => scripts.set(number, script),
    guard(number, options) {
      const gate = createGate(options);
      gates.set(number, gate);
      return gate;
    },
    otherwise: (script) => void (usual = script),
    send,
    close() {
      for (const timer of unacknowledged.values()) clearTimeout(timer);
      unacknowledged.clear();
      wire.close();
    },
  };

  function hear(text: string): void {
    const message = readSip(text);
    // A few bytes now and then keep the way through a router open.
    if (message.callId === '') return;
    received.add(message);
    if (message.method === null) return noteAnswer(message);
    if (message.method === 'ACK') return noteAcknowledged(message);
    // A repetition is no second request.
    const transaction = `${message.header('Via')} ${message.method}`;
    const before = answered.get(transaction);
    if (before !== undefined) return before === null ? undefined : send(before);
    answer(message, transaction);
  }

  function send(text: string): void {
    wire.send(text);
  }

  function answer(request: SipMessage, transaction: string): void {
    const number =
      /^(?:.*<)?sip:[+]?([^@]+)@/.exec(request.toTag === '' ? request.uri : request.header('To'))?.[1] ?? '';
    const verdict = dialogs.judge(request, gates.get(number));
    if (verdict === 'lost') return;
    const isAccepted = verdict?.status === 200;
    if (isAccepted && request.method === 'INVITE' && request.toTag === '') {
      answered.set(transaction, null);
      const leg = openLeg(request);
      legs.add(leg);
      void (scripts.get(number) ?? usual)(leg);
      return;
    }
    if (verdict === null) return void answered.set(transaction, null);
    const description = descriptions.get(request.callId) ?? carrierAnswer(NOBODY_HEARS);
    const body = isAccepted && request.method === 'INVITE' ? description : '';
    const { status, phrase, headers = [] } = verdict;
    const text = respond(request, status, phrase, { body, headers, toTag: randomBytes(6).toString('hex') });
    answered.set(transaction, text);
    send(text);
  }

  function noteAnswer(response: SipMessage): void {
    const isOver = response.status >= 200 && response.status < 300;
    if (isOver || response.status === 481) awaited.get(response.header('Via'))?.();
  }

  function noteAcknowledged(ack: SipMessage): void {
    const key = `${ack.callId} ${ack.toTag} ${Number.parseInt(ack.cseq, 10)}`;
    clearTimeout(unacknowledged.get(key));
    unacknowledged.delete(key);
  }

  function respond(
    request: SipMessage,
    status: number,
    phrase: string,
    options: { toTag?: string; body?: string; headers?: readonly (readonly [string, string])[] },
  ) {
    const to = request.header('To');
    return writeSip(
      `SIP/2.0 ${status} ${phrase}`,
      [
        ...request.headers('Via').map((via) => ['Via', via] as const),
        ...request.headers('Record-Route').map((route) => ['Record-Route', route] as const),
        ['From', request.header('From')],
        ['To', options.toTag === undefined || to.includes('tag=') ? to : `${to};tag=${options.toTag}`],
        ['Call-ID', request.callId],
        ['CSeq', request.cseq],
        ['Contact', `"Carrier’s Box" <${contact}>;+sip.instance="<urn:uuid:00a0c9carrier>"`],
        ['X-Carrier-Secret', 'not for browsers'],
        ...(options.headers ?? []),
        ...(options.body ? [['Content-Type', 'application/sdp'] as const] : []),
      ],
      options.body,
    );
  }

  /** Until the ACK of this 200 comes, or for 32 s. */
  function repeat(text: string, key: string, waitMs = T1_MS, untilMs = Date.now() + REPEATED_MS): void {
    const timer = setTimeout(() => {
      if (Date.now() >= untilMs) return void unacknowledged.delete(key);
      send(text);
      repeat(text, key, Math.min(waitMs * 2, T2_MS), untilMs);
    }, waitMs);
    unacknowledged.set(key, timer);
  }

  function openLeg(invite: SipMessage): TrunkLeg {
    const usualTag = randomBytes(6).toString('hex');
    const usual = dialogs.open(invite, usualTag);
    const opened = new Map([[usualTag, usual]]);
    const dialogOf = (tag: string) => {
      const dialog = opened.get(tag) ?? dialogs.open(invite, tag);
      opened.set(tag, dialog);
      return dialog;
    };
    let cseq = 100;
    return {
      invite,
      toTag: usualTag,
      byes: usual.byes,
      reply(
        status,
        phrase = 'Reply',
        { withoutBody, toTag = usualTag, mediaPort = NOBODY_HEARS, body: own, headers = [] } = {},
      ) {
        const isAnswer = status >= 200 && status < 300;
        const hasBody = withoutBody !== true && (status === 183 || isAnswer);
        const body = hasBody ? (own ?? carrierAnswer(mediaPort)) : '';
        if (own !== undefined) descriptions.set(invite.callId, own);
        const text = respond(invite, status, phrase, status === 100 ? {} : { toTag, body, headers });
        send(text);
        if (!isAnswer) return;
        dialogOf(toTag).answered();
        const key = `${invite.callId} ${toTag} ${Number.parseInt(invite.cseq, 10)}`;
        if (!unacknowledged.has(key)) repeat(text, key);
      },
      request(method, { body = '', to = invite.header('Contact'), fromTag = usualTag, cseq: given, by = send } = {}) {
        const via = `SIP/2.0/${transport} 127.0.0.1:${port};branch=z9hG4bK${randomBytes(8).toString('hex')}`;
        const text = writeSip(
          `${method} ${uriOf(to)} SIP/2.0`,
          [
            ['Via', via],
            ['Max-Forwards', '70'],
            ...invite.headers('Record-Route').map((route) => ['Route', route] as const),
            ['From', `${invite.header('To')};tag=${fromTag}`],
            ['To', invite.header('From')],
            ['Call-ID', invite.callId],
            ['CSeq', `${given ?? ++cseq} ${method}`],
            ['Contact', `<${contact}>`],
            ...(body === '' ? [] : [['Content-Type', 'application/sdp'] as const]),
          ],
          body,
        );
        if (method === 'BYE') awaited.set(via, dialogOf(fromTag).ended);
        by(text);
        return readSip(text);
      },
    };
  }
}
