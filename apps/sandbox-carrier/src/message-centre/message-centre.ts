import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { type SmppLink, STATUS, type Timing } from '@farline/smpp';
import { type CentreLogin, CentreSession, type SubmittedMessage } from './centre-session.ts';
import { Deliveries } from './deliveries.ts';
import { type MessageBehaviour, messageBehaviourOf } from './magic-messages.ts';
import { MessageLog, type MessageRecord } from './message-log.ts';
import { mmsNotice, numberOf, partsOf, readSubmitted, receiptFor } from './texts.ts';

const MOST_SESSIONS = 50;
const MOST_THROTTLED = 10_000;
/** A second, as long as a text takes on its way. */
export const DELIVERED_AFTER_MS = 1000;
const LONG_ANSWER = Array.from({ length: 14 }, (_, line) => `This is sentence ${line + 1} of a long answer.`).join(' ');
const WRONG_ORDER = [2, 0, 3, 1];

export type MessageCentreOptions = {
  where: { host: string; port: number };
  login: CentreLogin;
  /** Whether a connection from this address is taken. */
  accepts: (address: string) => boolean;
  timing: Timing;
  now: () => Date;
  log: (sentence: string) => void;
};

/** A text that a telephone writes by itself. */
export type WrittenText = { from: string; to: string; text: string; kind: 'text' | 'mms' };

/** The stand-in for a carrier's message centre: an SMPP server, and telephones that are written to. */
export class MessageCentre {
  readonly messages = new MessageLog();
  readonly #options: MessageCentreOptions;
  readonly #deliveries: Deliveries;
  readonly #links = new Set<SmppLink>();
  /** What was throttled once and is taken when it comes again. */
  readonly #throttled = new Set<string>();
  readonly #server: Server;
  /** Ids of one start are no other's. */
  readonly #start = randomBytes(6).toString('hex');
  #taken = 0;
  #references = 0;
  #isClosed = false;

  constructor(options: MessageCentreOptions) {
    this.#options = options;
    this.#deliveries = new Deliveries(options);
    this.#server = createServer((socket) => this.#serve(socket));
  }

  /** Listens, and gives the port. Rejects where it is in use. */
  async listen(): Promise<number> {
    const { host, port } = this.#options.where;
    return await new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        const address = this.#server.address();
        resolve(address === null || typeof address === 'string' ? port : address.port);
      });
    });
  }

  /** Has a telephone write. Gives the number of its parts; they come as soon as somebody is bound. */
  write(written: WrittenText): number {
    this.#references = (this.#references + 1) % 0x1_0000;
    const parts = written.kind === 'mms' ? [mmsNotice(written)] : partsOf({ ...written, reference: this.#references });
    for (const part of parts) this.#deliveries.send(part);
    return parts.length;
  }

  close(): void {
    this.#isClosed = true;
    this.#deliveries.close();
    this.#server.close();
    for (const link of this.#links) link.destroy('the message centre ends');
  }

  #serve(socket: Socket): void {
    const { login, timing } = this.#options;
    if (!this.#options.accepts(socket.remoteAddress ?? '') || this.#links.size >= MOST_SESSIONS) {
      socket.destroy();
      return;
    }
    const submitted = (message: SubmittedMessage) => this.#take(message);
    const { link } = new CentreSession({ socket, login, timing, deliveries: this.#deliveries, submitted });
    this.#links.add(link);
    socket.once('close', () => this.#links.delete(link));
  }

  #take(submitted: SubmittedMessage): void {
    const behaviour = messageBehaviourOf(submitted.message.destination.text);
    if (behaviour.kind === 'refuse') return submitted.refuse(STATUS.ESME_RINVDSTADR);
    if (behaviour.kind === 'throttle' && this.#isFirstAttempt(submitted)) {
      return submitted.refuse(STATUS.ESME_RTHROTTLED);
    }
    const record = this.#remember(submitted, behaviour);
    if (behaviour.kind === 'receipt-first') {
      this.#finish(submitted, record, behaviour);
      return submitted.accept(record.messageId);
    }
    if (behaviour.kind === 'drop-link') submitted.dropLink();
    else submitted.accept(record.messageId);
    this.#options.timing.after(DELIVERED_AFTER_MS, () => {
      if (!this.#isClosed) this.#finish(submitted, record, behaviour);
    });
  }

  /** The same part to the same number, sent again, is the next attempt; after that it would be another message. */
  #isFirstAttempt({ message }: SubmittedMessage): boolean {
    const part = `${message.source.text} ${message.destination.text} ${Buffer.from(message.octets).toString('base64')}`;
    if (this.#throttled.delete(part)) return false;
    const [oldest] = this.#throttled;
    if (this.#throttled.size >= MOST_THROTTLED && oldest !== undefined) this.#throttled.delete(oldest);
    this.#throttled.add(part);
    return true;
  }

  #remember({ systemId, message }: SubmittedMessage, behaviour: MessageBehaviour): MessageRecord {
    const record: MessageRecord = {
      messageId: `${this.#start}-${(this.#taken += 1)}`,
      systemId,
      behaviour: behaviour.kind,
      from: numberOf(message.source),
      to: numberOf(message.destination),
      ...readSubmitted(message),
      dataCoding: message.dataCoding,
      takenAt: this.#options.now().toISOString(),
      state: 'taken',
      receiptTakenAt: null,
    };
    this.messages.add(record);
    return record;
  }

  /** The message reaches its telephone or does not; a receipt says so, and the telephone may answer. */
  #finish({ message }: SubmittedMessage, record: MessageRecord, behaviour: MessageBehaviour): void {
    if (behaviour.kind === 'keep-silent') return;
    const isDelivered = behaviour.kind !== 'fail';
    record.state = isDelivered ? 'delivered' : 'undelivered';
    const { messageId, text } = record;
    const times = { takenAt: new Date(record.takenAt), doneAt: this.#options.now() };
    if ((message.registeredDelivery & 0x03) !== 0) {
      this.#deliveries.send(receiptFor(message, { messageId, isDelivered, text, ...times }), () => {
        record.receiptTakenAt = this.#options.now().toISOString();
      });
    }
    const isLast = record.concatenation === null || record.concatenation.number === record.concatenation.total;
    if (behaviour.kind === 'answer' && isLast) this.#answer(record, behaviour.with);
  }

  /** Nobody can answer a sender that is letters. */
  #answer({ from, to }: MessageRecord, answer: 'text' | 'long-text' | 'stop'): void {
    if (!/^\+?[0-9]{3,15}$/.test(from)) return;
    const texts = { text: 'Thank you, I got your message.', 'long-text': LONG_ANSWER, stop: 'STOP' };
    this.#references = (this.#references + 1) % 0x1_0000;
    const parts = partsOf({ from: to, to: from, text: texts[answer], reference: this.#references });
    const order = parts.length === WRONG_ORDER.length ? WRONG_ORDER : parts.keys();
    for (const index of order) {
      const part = parts[index];
      if (part !== undefined) this.#deliveries.send(part);
    }
  }
}
