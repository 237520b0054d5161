import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { EventType, Payment, SavedMethod } from './payment.ts';
import type { Setup } from './setup.ts';

/** What the shop is told, with the payment or the setup as it was then. */
export type ShopEvent = { id: string; place: number; type: EventType; createdAt: string } & (
  | { payment: Payment }
  | { setup: Setup }
);

/** The first answer to a request with an idempotency key. */
export type KeptAnswer = { key: string; request: string; status: number; body: unknown };

/** One fact of the journal. What happens at once is written as one line, so that it is there whole or not at all. */
export type Fact =
  | { is: 'payment'; payment: Payment }
  | { is: 'setup'; setup: Setup }
  | { is: 'method'; method: SavedMethod }
  | { is: 'method_removed'; id: string }
  | { is: 'event'; event: ShopEvent }
  | { is: 'delivered'; id: string }
  | { is: 'answer'; answer: KeptAnswer };

/** The disk took nothing: it is full, or broken. Nothing has changed, and it may be tried again. */
export class JournalUnwritable extends Error {}

/** So many payments, methods and answers are remembered; the oldest go first. */
const KEPT = 20_000;

/**
 * All that the provider knows, in memory and in a file of JSON lines that is only added to: a fact is on the disk before
 * anybody hears of it, so the program may be killed at any time. At the start a half-written last line is left out, and
 * the file is written anew with what is still remembered.
 */
export class Journal {
  readonly payments = new Map<string, Payment>();
  readonly setups = new Map<string, Setup>();
  readonly methods = new Map<string, SavedMethod>();
  readonly answers = new Map<string, KeptAnswer>();
  /** Events that the shop has not taken yet. */
  readonly untold = new Map<string, ShopEvent>();
  #places = 0;
  readonly #file: number;
  #bytes: number;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path)) for (const line of readFileSync(path, 'utf8').split('\n')) this.#readLine(line);
    writeFileSync(`${path}.new`, this.#everything(), { mode: 0o600 });
    renameSync(`${path}.new`, path);
    this.#file = openSync(path, 'a', 0o600);
    this.#bytes = fstatSync(this.#file).size;
  }

  /** The place of the next event. */
  nextPlace(): number {
    return this.#places + 1;
  }

  /** Writes facts that happen at once. Throws `JournalUnwritable` when they are not on the disk: then none has happened. */
  write(facts: Fact[]): void {
    const line = `${JSON.stringify(facts)}\n`;
    try {
      appendFileSync(this.#file, line);
      fsyncSync(this.#file);
    } catch (error) {
      // Half a line would spoil the next one.
      ftruncateSync(this.#file, this.#bytes);
      const why = error instanceof Error ? error.message : String(error);
      throw new JournalUnwritable(`the journal cannot be written: ${why}`, { cause: error });
    }
    this.#bytes += Buffer.byteLength(line);
    for (const fact of facts) this.#learn(fact);
  }

  close(): void {
    closeSync(this.#file);
  }

  #readLine(line: string): void {
    if (line === '') return;
    try {
      for (const fact of JSON.parse(line) as Fact[]) this.#learn(fact);
    } catch (error) {
      // The line that was under way when the program was killed: nobody has heard of it.
      if (!(error instanceof SyntaxError)) throw error;
    }
  }

  #learn(fact: Fact): void {
    switch (fact.is) {
      case 'payment':
        return remember(this.payments, fact.payment.id, fact.payment);
      case 'setup':
        return remember(this.setups, fact.setup.id, fact.setup);
      case 'method':
        return remember(this.methods, fact.method.id, fact.method);
      case 'method_removed':
        this.methods.delete(fact.id);
        return;
      case 'event':
        this.#places = Math.max(this.#places, fact.event.place);
        return remember(this.untold, fact.event.id, fact.event);
      case 'delivered':
        this.untold.delete(fact.id);
        return;
      case 'answer':
        return remember(this.answers, fact.answer.key, fact.answer);
    }
  }

  #everything(): string {
    const facts: Fact[] = [
      ...[...this.payments.values()].map((payment): Fact => ({ is: 'payment', payment })),
      ...[...this.setups.values()].map((setup): Fact => ({ is: 'setup', setup })),
      ...[...this.methods.values()].map((method): Fact => ({ is: 'method', method })),
      ...[...this.answers.values()].map((answer): Fact => ({ is: 'answer', answer })),
      ...[...this.untold.values()].map((event): Fact => ({ is: 'event', event })),
    ];
    return facts.map((fact) => `${JSON.stringify([fact])}\n`).join('');
  }
}

function remember<T>(known: Map<string, T>, id: string, value: T): void {
  known.set(id, value);
  const [oldest] = known.keys();
  if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
}
