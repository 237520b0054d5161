import { randomBytes } from 'node:crypto';
import type { RunningSide, TransferOrder } from '@farline/contracts/call-bridge';
import {
  bodyOf,
  headersOf,
  methodOf,
  mirrored,
  type OwnSide,
  readSdp,
  respondTo,
  type Sound,
  statusOf,
  writeSound,
} from '@farline/sip-endpoint/signalling';
import { digest } from './digest.ts';
import { cancelOf, refusalAck, uriIn } from './requests.ts';
import type { SipLine } from './sip-line.ts';

/** A place where sound is taken, and what is carried there. */
export type SoundAt = Sound & Pick<OwnSide, 'address' | 'port'>;
/** What came of an INVITE: the status that decided it, and the far side's description if it was answered. */
export type Answer = { answered: true; sound: SoundAt } | { answered: false; status: number };

/** A call to be placed, with the credentials for it. */
export type Placement = Omit<TransferOrder['placed'], 'call'> & {
  /** Our id of it, where the server made it before. */
  call?: string;
  hops?: number;
};
/** What is told while a call is placed, and what takes it back. */
export type Placing = { onRing: (ringing: { status: number; sound: SoundAt | null }) => void; givesUp: AbortSignal };

/** The engine's names of a dialog, and where its requests go. */
type Dialog = Omit<RunningSide, 'cseq'>;

const NOT_ACCEPTABLE = 488;
const TIMED_OUT = 408;
/** How long a request within a call may go unanswered. */
const PATIENCE_MS = 10_000;
/** How far a request may go (RFC 3261 §8.1.1.6). */
export const USUAL_HOPS = 70;
export const ALLOW = 'Allow: INVITE, ACK, CANCEL, BYE, UPDATE, INFO, OPTIONS';

/** Our side of one call with the engine. It says where sound goes; the sound itself never comes here. */
export class Leg {
  readonly #line: SipLine;
  readonly #sessionId = randomBytes(4).readUInt32BE() >>> 1;
  #version = 0;
  #hops = USUAL_HOPS;
  #cseq: number;
  #dialog: Dialog;
  #sound: SoundAt | null = null;
  #isOver = false;
  #onEnd: () => void = () => {};
  #forget: () => void;

  private constructor(line: SipLine, dialog: Dialog, cseq: number) {
    this.#line = line;
    this.#dialog = dialog;
    this.#cseq = cseq;
    this.#forget = line.take(dialog.sipCallId, (request) => this.#answer(request));
  }

  /** Our side of a call that somebody else began: from the next request on we speak in the caller's place. */
  static takeOver(line: SipLine, { cseq, ...running }: RunningSide): Leg {
    return new Leg(line, { ...running, routes: [line.engineRoute, ...running.routes] }, cseq);
  }

  /** Our side of a call that the engine placed to us, and that is about to be answered with `sound`. */
  static answering(line: SipLine, dialog: Dialog, sound: SoundAt): Leg {
    const leg = new Leg(line, dialog, 0);
    leg.#sound = sound;
    return leg;
  }

  /** Places a call and waits for what becomes of it. The engine bounds how long it rings; if it is gone, that is 408. */
  static async place(
    line: SipLine,
    placed: Placement,
    sound: SoundAt,
    placing?: Placing,
  ): Promise<{ leg: Leg; answer: Answer }> {
    const leg = new Leg(
      line,
      {
        sipCallId: randomBytes(16).toString('hex'),
        fromTag: randomBytes(8).toString('hex'),
        toTag: '',
        fromUri: `sip:${placed.username.replace(/^\d+:/, '')}@${placed.realm}`,
        toUri: placed.uri,
        target: placed.uri,
        routes: [],
      },
      0,
    );
    leg.#hops = placed.hops ?? USUAL_HOPS;
    const named = placed.call === undefined ? [] : [`X-Farline-Call: ${placed.call}`];
    let answer = await leg.#invite(sound, named, { placing });
    if (answer.status === 407 && placing?.givesUp.aborted !== true) {
      const challenge = headersOf(answer.response, 'Proxy-Authenticate')[0] ?? '';
      const proof = digest({ ...placed, challenge, method: 'INVITE' });
      answer = await leg.#invite(sound, [...named, `Proxy-Authorization: ${proof}`], { placing });
    }
    return { leg, answer: leg.#settled(answer) };
  }

  /** Offers another place for the far side's sound; `headers` are whole lines for the engine. */
  async offer(sound: SoundAt, headers: string[] = []): Promise<Answer> {
    return this.#settled(await this.#invite(sound, headers, { limitMs: PATIENCE_MS }));
  }

  /** Where its sound goes to from now on. */
  goesTo(sound: SoundAt): void {
    this.#sound = sound;
  }

  /** Tells, once, that the far side or the engine ended the call. */
  onEnd(listener: () => void): void {
    if (this.#isOver) listener();
    else this.#onEnd = listener;
  }

  /** Ends the call. On one that is over it does nothing. */
  hangUp(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#line.send(this.#request('BYE', ++this.#cseq), () => this.#forget());
  }

  /** Lets go of a call that is still somebody else's. */
  letGo(): void {
    this.#isOver = true;
    this.#forget();
  }

  #settled(answer: { status: number; response: string }): Answer {
    const audio = readSdp(bodyOf(answer.response) ?? '').audio;
    if (answer.status < 300 && audio !== null) return { answered: true, sound: audio };
    if (answer.status < 300) this.hangUp();
    else if (this.#dialog.toTag === '') this.letGo();
    return { answered: false, status: answer.status < 300 ? NOT_ACCEPTABLE : answer.status };
  }

  #invite(
    sound: SoundAt,
    headers: string[],
    { limitMs, placing }: { limitMs?: number; placing?: Placing | undefined } = {},
  ): Promise<{ status: number; response: string }> {
    this.#sound = sound;
    this.#cseq += 1;
    const number = this.#cseq;
    const invite = this.#request('INVITE', number, { headers, body: this.describe(sound) });
    return new Promise((resolve) => {
      const timer =
        limitMs === undefined ? undefined : setTimeout(() => resolve({ status: TIMED_OUT, response: '' }), limitMs);
      // A CANCEL waits for a first response (RFC 3261 §9.1).
      let [hasHeard, isCancelled] = [false, false];
      const cancel = () => {
        if (!hasHeard || isCancelled) return;
        isCancelled = true;
        this.#line.send(cancelOf(invite));
      };
      const heard = (response: string) => {
        hasHeard = true;
        if (placing?.givesUp.aborted === true) return cancel();
        const status = statusOf(response);
        if (status > 100) placing?.onRing({ status, sound: readSdp(bodyOf(response) ?? '').audio });
      };
      placing?.givesUp.addEventListener('abort', cancel);
      this.#line.send(invite, (response) => {
        if (response === null) return resolve({ status: TIMED_OUT, response: '' });
        const status = statusOf(response);
        if (status < 200) return heard(response);
        clearTimeout(timer);
        placing?.givesUp.removeEventListener('abort', cancel);
        if (status < 300) this.#establish(response, number);
        else this.#line.send(refusalAck(invite, response));
        resolve({ status, response });
      });
    });
  }

  /** A 2xx comes again until it is acknowledged, each time with the same ACK. */
  #establish(response: string, cseq: number): void {
    const [to = ''] = headersOf(response, 'To');
    const [contact = ''] = headersOf(response, 'Contact');
    if (this.#dialog.toTag === '') {
      const recorded = headersOf(response, 'Record-Route').flatMap((value) => value.split(','));
      this.#dialog = {
        ...this.#dialog,
        toTag: /;tag=([^;\s]+)/.exec(to)?.[1] ?? '',
        target: uriIn(contact),
        routes: recorded.map(uriIn).toReversed(),
      };
    }
    this.#line.send(this.#request('ACK', cseq));
  }

  /** The engine's answer to a request within the call (RFC 3261 §12.2.2). */
  #answer(request: string): string | null {
    const method = methodOf(request);
    switch (method) {
      case 'BYE':
        this.#over();
        return respondTo(request, { status: 200, reason: 'OK', headers: [] });
      case 'INVITE':
      case 'UPDATE':
        return this.#answerOffer(request);
      case 'INFO':
      case 'OPTIONS':
        return respondTo(request, { status: 200, reason: 'OK', headers: [ALLOW] });
      default:
        return respondTo(request, { status: 405, reason: 'Method Not Allowed', headers: [ALLOW] });
    }
  }

  /** Hold, or a refresh: the sound stays where it goes to, in the direction that answers the one offered. */
  #answerOffer(request: string): string {
    const offered = bodyOf(request);
    const audio = offered === null ? null : readSdp(offered).audio;
    const sound = this.#sound;
    const headers = [`Contact: ${this.#line.contact}`, ALLOW];
    if (sound === null || (offered !== null && audio === null)) {
      return respondTo(request, { status: NOT_ACCEPTABLE, reason: 'Not Acceptable Here', headers: [] });
    }
    if (offered === null && methodOf(request) === 'UPDATE') {
      return respondTo(request, { status: 200, reason: 'OK', headers });
    }
    const direction = audio === null ? sound.direction : mirrored(audio.direction);
    return respondTo(request, {
      status: 200,
      reason: 'OK',
      headers: [...headers, 'Content-Type: application/sdp'],
      body: this.describe({ ...sound, direction }),
    });
  }

  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#forget();
    this.#onEnd();
  }

  /** The description of a sound, each time with a version of its own. */
  describe({ address, port, ...sound }: SoundAt): string {
    this.#version += 1;
    return writeSound({ address, port, sessionId: this.#sessionId, version: this.#version }, sound);
  }

  #request(method: string, cseq: number, parts: { headers?: string[]; body?: string } = {}): string {
    const { headers = [], body = '' } = parts;
    const { sipCallId, fromTag, toTag, fromUri, toUri, target, routes } = this.#dialog;
    return [
      `${method} ${target} SIP/2.0`,
      `Via: ${this.#line.newVia()}`,
      `Max-Forwards: ${this.#hops}`,
      ...routes.map((route) => `Route: <${route}>`),
      `From: <${fromUri}>;tag=${fromTag}`,
      `To: <${toUri}>${toTag === '' ? '' : `;tag=${toTag}`}`,
      `Call-ID: ${sipCallId}`,
      `CSeq: ${cseq} ${method}`,
      `Contact: ${this.#line.contact}`,
      ALLOW,
      ...headers,
      ...(body === '' ? [] : ['Content-Type: application/sdp']),
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n');
  }
}
