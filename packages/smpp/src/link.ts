import type { Socket } from 'node:net';
import { RESPONSE_BIT, type RequestCommand } from './commands.ts';
import { BrokenStream, createFrameReader } from './frames.ts';
import { decodePdu, encodeRequest, encodeResponse, type Pdu, type SmppRequest, type SmppResponse } from './pdu.ts';
import { plainResponse } from './plain-response.ts';
import { STATUS } from './statuses.ts';
import type { Timing } from './timing.ts';
import { UnheardAnswers } from './unheard-answers.ts';

/** A side that reads nothing is not written to without end. */
const MOST_UNREAD_OCTETS = 1_000_000;
const GOODBYE_MS = 1000;
/** How often the other side is asked, at most, whether it has read what it was answered. */
const ASK_WHETHER_HEARD_MS = 1000;
const LAST_SEQUENCE = 0x7fff_ffff;

export type UnreadableRequest = { sequence: number; command: RequestCommand; status: number; why: string };

export type LinkOptions = {
  /** Connected, and of this link alone. */
  socket: Socket;
  timing: Timing;
  /** How long the other side may take to answer. One that takes longer is given up, and the link with it. */
  responseMs: number;
  /** How often it is asked whether it is there. One that then says nothing until the next time is gone. */
  enquireEveryMs: number;
  /** Every request but enquire_link, which the link answers. Each wants one `respond`. */
  onRequest(sequence: number, request: SmppRequest): void;
  /** A request whose frame is whole and whose body is not. It wants one `respond` as well. */
  onUnreadable(request: UnreadableRequest): void;
  /** Told once, after everything that was asked has been told that no answer comes. */
  onClosed(why: string): void;
};

/** One SMPP connection, of either side: who is asked answers with the same sequence number. */
export type SmppLink = {
  /** Null where no answer came: the link is closed then. Throws RangeError for what cannot be written; nothing is then. */
  request(request: SmppRequest): Promise<SmppResponse | null>;
  /**
   * `heard` is told once it is certain that the other side has read the answer: it answers what was asked afterwards, which it reads in that order, or
   * unbinds. Where the connection ends before that, `heard` is never told; what was written may not have arrived.
   */
  respond(sequence: number, response: SmppResponse, heard?: () => void): void;
  readonly isOpen: boolean;
  /** Requests of ours that wait for their answer. */
  readonly outstanding: number;
  /** Closes once what was written is on its way. */
  close(why: string): void;
  /** Closes at once. */
  destroy(why: string): void;
};

type Asked = {
  command: RequestCommand;
  answered: (response: SmppResponse | null) => void;
  forget: () => void;
  /** How many answers were written before it. */
  after: number;
};

/** Speaks SMPP over a connection: frames, sequence numbers, answers within their time, and whether the other side is there. */
export function createLink(options: LinkOptions): SmppLink {
  return new Link(options);
}

class Link implements SmppLink {
  readonly #options: LinkOptions;
  readonly #asked = new Map<number, Asked>();
  #sequence = 0;
  #isOpen = true;
  #hasBeenHeard = true;
  #cancelLook: () => void;
  #cancelGoodbye = () => {};
  readonly #answers = new UnheardAnswers();
  /** The enquire_link that was sent last and is not answered. Some never answer one, so that nothing waits for it. */
  #enquiry: { sequence: number; after: number } | null = null;
  #cancelPause: (() => void) | null = null;

  constructor(options: LinkOptions) {
    const { socket, timing } = options;
    this.#options = options;
    this.#cancelLook = timing.after(options.enquireEveryMs, () => this.#look());
    const read = createFrameReader((frame) => void (this.#isOpen && this.#take(decodePdu(frame))));
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      this.#hasBeenHeard = true;
      try {
        read(chunk);
      } catch (error) {
        if (!(error instanceof BrokenStream)) throw error;
        this.destroy(error.message);
      }
    });
    socket.on('error', (error) => this.destroy(error.message));
    socket.on('close', () => {
      this.#cancelGoodbye();
      this.destroy('the other side closed the connection');
    });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get outstanding(): number {
    return this.#asked.size;
  }

  async request(request: SmppRequest): Promise<SmppResponse | null> {
    if (!this.#isOpen) return null;
    const { timing, responseMs } = this.#options;
    const { command } = request;
    const sequence = this.#nextSequence();
    const frame = encodeRequest(sequence, request);
    return await new Promise((answered) => {
      const tooLate = () => this.destroy(`${command} was not answered in ${responseMs} ms`);
      const forget = timing.after(responseMs, tooLate);
      this.#asked.set(sequence, { command, answered, forget, after: this.#answers.written });
      this.#write(frame);
    });
  }

  respond(sequence: number, response: SmppResponse, heard?: () => void): void {
    if (this.#isOpen) this.#write(encodeResponse(sequence, response));
    if (!this.#isOpen || heard === undefined) return;
    this.#answers.add(heard);
    this.#askWhetherHeard();
  }

  close(why: string): void {
    if (!this.#isOpen) return;
    const { socket, timing } = this.#options;
    this.#cancelGoodbye = timing.after(GOODBYE_MS, () => socket.destroy());
    socket.end();
    this.#finish(why);
  }

  destroy(why: string): void {
    this.#options.socket.destroy();
    if (this.#isOpen) this.#finish(why);
  }

  #take(pdu: Pdu): void {
    switch (pdu.kind) {
      case 'response':
        return this.#takeResponse(pdu.sequence, pdu.response);
      case 'unreadable':
        return this.#takeUnreadable(pdu);
      case 'request':
        // Who unbinds reads until that is answered.
        if (pdu.request.command === 'unbind') this.#answers.hear(this.#answers.written);
        if (pdu.request.command !== 'enquire_link') return this.#options.onRequest(pdu.sequence, pdu.request);
        this.#write(encodeResponse(pdu.sequence, plainResponse('enquire_link', STATUS.ESME_ROK)));
    }
  }

  /** Who answers what was never asked is passed over; an answer to something else means that the two sides count differently. */
  #takeResponse(sequence: number, response: SmppResponse): void {
    const found = this.#asked.get(sequence);
    if (found === undefined) return this.#takeWhetherHeard(sequence);
    if (response.command !== 'generic_nack' && response.command !== `${found.command}_resp`) {
      return this.destroy(`${found.command} was answered with ${response.command}`);
    }
    this.#asked.delete(sequence);
    found.forget();
    this.#answers.hear(found.after);
    found.answered(response);
  }

  #takeWhetherHeard(sequence: number): void {
    if (sequence !== this.#enquiry?.sequence) return;
    this.#answers.hear(this.#enquiry.after);
    this.#enquiry = null;
    this.#askWhetherHeard();
  }

  #askWhetherHeard(): void {
    if (this.#answers.areAllHeard || this.#enquiry !== null || this.#cancelPause !== null) return;
    this.#enquire();
    if (!this.#isOpen) return;
    this.#cancelPause = this.#options.timing.after(ASK_WHETHER_HEARD_MS, () => {
      this.#cancelPause = null;
      this.#askWhetherHeard();
    });
  }

  #enquire(): void {
    const sequence = this.#nextSequence();
    this.#enquiry = { sequence, after: this.#answers.written };
    this.#write(encodeRequest(sequence, { command: 'enquire_link' }));
  }

  #takeUnreadable({ sequence, commandId, request, status, why }: Pdu & { kind: 'unreadable' }): void {
    if (request !== null) return this.#options.onUnreadable({ sequence, command: request, status, why });
    if (commandId < RESPONSE_BIT) return this.#write(encodeResponse(sequence, { command: 'generic_nack', status }));
    if (this.#asked.has(sequence)) this.destroy(`an answer cannot be read: ${why}`);
  }

  #look(): void {
    const { timing, enquireEveryMs } = this.#options;
    if (!this.#hasBeenHeard) return this.destroy(`nothing was heard in ${enquireEveryMs} ms`);
    this.#hasBeenHeard = false;
    this.#enquire();
    if (this.#isOpen) this.#cancelLook = timing.after(enquireEveryMs, () => this.#look());
  }

  #nextSequence(): number {
    do this.#sequence = this.#sequence === LAST_SEQUENCE ? 1 : this.#sequence + 1;
    while (this.#asked.has(this.#sequence));
    return this.#sequence;
  }

  #write(frame: Buffer): void {
    const { socket } = this.#options;
    socket.write(frame);
    if (socket.writableLength > MOST_UNREAD_OCTETS) this.destroy('the other side does not read what it is sent');
  }

  #finish(why: string): void {
    this.#isOpen = false;
    this.#cancelLook();
    this.#cancelPause?.();
    for (const { answered, forget } of this.#asked.values()) {
      forget();
      answered(null);
    }
    this.#asked.clear();
    this.#options.onClosed(why);
  }
}
