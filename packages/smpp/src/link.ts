import type { Socket } from 'node:net';
import { RESPONSE_BIT, type RequestCommand } from './commands.ts';
import { BrokenStream, createFrameReader } from './frames.ts';
import { decodePdu, encodeRequest, encodeResponse, type Pdu, type SmppRequest, type SmppResponse } from './pdu.ts';
import { plainResponse } from './plain-response.ts';
import { STATUS, statusName } from './statuses.ts';
import type { Timing } from './timing.ts';

/** A side that reads nothing is not written to without end. */
const MOST_UNREAD_OCTETS = 1_000_000;
const GOODBYE_MS = 1000;
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
  respond(sequence: number, response: SmppResponse): void;
  readonly isOpen: boolean;
  /** Requests of ours that wait for their answer. */
  readonly outstanding: number;
  /** Closes once what was written is on its way. */
  close(why: string): void;
  /** Closes at once. */
  destroy(why: string): void;
};

type Asked = { command: RequestCommand; answered: (response: SmppResponse | null) => void; forget: () => void };

/** Speaks SMPP over a connection: frames, sequence numbers, answers within their time, and whether the other side is there. */
export function createLink(options: LinkOptions): SmppLink {
  const { socket, timing } = options;
  const asked = new Map<number, Asked>();
  let sequence = 0;
  let isOpen = true;
  let hasBeenHeard = true;
  let cancelLook = timing.after(options.enquireEveryMs, look);
  let cancelGoodbye = () => {};

  const read = createFrameReader((frame) => isOpen && take(decodePdu(frame)));
  socket.setNoDelay(true);
  socket.on('data', (chunk: Buffer) => {
    hasBeenHeard = true;
    try {
      read(chunk);
    } catch (error) {
      if (!(error instanceof BrokenStream)) throw error;
      destroy(error.message);
    }
  });
  socket.on('error', (error) => destroy(error.message));
  socket.on('close', () => {
    cancelGoodbye();
    destroy('the other side closed the connection');
  });

  return {
    request: async (request) => {
      if (!isOpen) return null;
      const mine = nextSequence();
      const frame = encodeRequest(mine, request);
      return await new Promise((answered) => {
        const tooLate = () => destroy(`${request.command} was not answered in ${options.responseMs} ms`);
        asked.set(mine, { command: request.command, answered, forget: timing.after(options.responseMs, tooLate) });
        write(frame);
      });
    },
    respond: (theirs, response) => void (isOpen && write(encodeResponse(theirs, response))),
    get isOpen() {
      return isOpen;
    },
    get outstanding() {
      return asked.size;
    },
    close(why) {
      if (!isOpen) return;
      cancelGoodbye = timing.after(GOODBYE_MS, () => socket.destroy());
      socket.end();
      finish(why);
    },
    destroy,
  };

  function take(pdu: Pdu): void {
    if (pdu.kind === 'response') return takeResponse(pdu.sequence, pdu.response);
    if (pdu.kind === 'unreadable') return takeUnreadable(pdu);
    if (pdu.request.command !== 'enquire_link') return options.onRequest(pdu.sequence, pdu.request);
    write(encodeResponse(pdu.sequence, plainResponse('enquire_link', STATUS.ESME_ROK)));
  }

  /** Who answers what was never asked is passed over; an answer to something else means that the two sides count differently. */
  function takeResponse(theirs: number, response: SmppResponse): void {
    const found = asked.get(theirs);
    if (found === undefined) return;
    if (response.command !== 'generic_nack' && response.command !== `${found.command}_resp`) {
      return destroy(`${found.command} was answered with ${response.command}`);
    }
    asked.delete(theirs);
    found.forget();
    found.answered(response);
  }

  function takeUnreadable({ sequence: theirs, commandId, request, status, why }: Pdu & { kind: 'unreadable' }): void {
    if (request !== null) return options.onUnreadable({ sequence: theirs, command: request, status, why });
    if (commandId < RESPONSE_BIT) return write(encodeResponse(theirs, { command: 'generic_nack', status }));
    if (asked.has(theirs)) destroy(`an answer cannot be read: ${why}, ${statusName(status)}`);
  }

  function look(): void {
    if (!hasBeenHeard) return destroy(`nothing was heard in ${options.enquireEveryMs} ms`);
    hasBeenHeard = false;
    write(encodeRequest(nextSequence(), { command: 'enquire_link' }));
    if (isOpen) cancelLook = timing.after(options.enquireEveryMs, look);
  }

  function nextSequence(): number {
    do sequence = sequence === LAST_SEQUENCE ? 1 : sequence + 1;
    while (asked.has(sequence));
    return sequence;
  }

  function write(frame: Buffer): void {
    socket.write(frame);
    if (socket.writableLength > MOST_UNREAD_OCTETS) destroy('the other side does not read what it is sent');
  }

  function destroy(why: string): void {
    socket.destroy();
    if (isOpen) finish(why);
  }

  function finish(why: string): void {
    isOpen = false;
    cancelLook();
    for (const { answered, forget } of asked.values()) {
      forget();
      answered(null);
    }
    asked.clear();
    options.onClosed(why);
  }
}
