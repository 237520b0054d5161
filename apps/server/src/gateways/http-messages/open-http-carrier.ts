import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import type { HttpCarrierSettings } from '../../platform/settings/http-carrier-url.ts';
import type { HttpProvider } from '../../platform/settings/http-provider.ts';
import { type Availability, createAvailability } from '../availability.ts';
import type { HttpCarrier, MessageToPost, PostOutcome } from './http-carrier.ts';
import { type Agents, openAgents, post, type Posted } from '../../platform/post.ts';
import { PRESETS } from './presets.ts';
import { readAnswer } from './read-answer.ts';
import { createSlots, type Slots } from '../../platform/concurrency/slots.ts';
import { writeRequest } from './write-request.ts';

/** A provider that is slow is not to keep others from their carriers: what has no turn by then is claimed anew. */
const TURN_MS = 5_000;
const MOST_WAITING = 2_000;
const CONNECT_MS = 10_000;
const ANSWER_MS = 20_000;
const LAST_ANSWERS_MS = 5_000;

export type HttpCarrierDeps = {
  /** Read where the provider names an instant. */
  clock: Clock;
  changed: (state: 'bound' | 'unbound', why: string) => void;
  /** From 0 to 1. */
  random?: () => number;
  connectMs?: number;
  answerMs?: number;
  /** Roots of our own (PEM); null: Node's. */
  ca?: string | null;
  /** Milliseconds that only ever grow, whatever the clock is set to. */
  now?: () => number;
  lastAnswersMs?: number;
};

/** What is known of a carrier's provider. */
export function providerOf({ provider }: Pick<HttpCarrierSettings, 'provider'>): HttpProvider {
  return typeof provider === 'string' ? PRESETS[provider] : provider;
}

/** Opens the way to a carrier by HTTP. Nothing is asked before there is a message. */
export function openHttpCarrier(
  settings: HttpCarrierSettings & { webhookUrl: string },
  deps: HttpCarrierDeps,
): HttpCarrier {
  return new PostingCarrier(settings, deps);
}

class PostingCarrier implements HttpCarrier {
  readonly #settings: HttpCarrierSettings & { webhookUrl: string };
  readonly #provider: HttpProvider;
  readonly #deps: HttpCarrierDeps;
  readonly #agents: Agents;
  readonly #slots: Slots;
  readonly #availability: Availability;
  readonly #closing = new AbortController();
  #isClosing = false;

  constructor(settings: HttpCarrierSettings & { webhookUrl: string }, deps: HttpCarrierDeps) {
    const { now = () => performance.now(), changed, random = Math.random, ca = null } = deps;
    this.#settings = settings;
    this.#provider = providerOf(settings);
    this.#deps = deps;
    this.#agents = openAgents(ca);
    this.#slots = createSlots({ atOnce: settings.window, mostWaiting: MOST_WAITING, patienceMs: TURN_MS });
    this.#availability = createAvailability({ now, random, changed });
  }

  isBound(): boolean {
    return !this.#isClosing && this.#availability.isOpen();
  }

  async submit(message: MessageToPost): Promise<PostOutcome> {
    const release = this.isBound() ? await this.#slots.take() : null;
    try {
      if (release === null || !this.isBound()) return { outcome: 'later', why: 'it is not asked now' };
      return await this.#ask(message, randomUUID());
    } finally {
      release?.();
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const { lastAnswersMs = LAST_ANSWERS_MS } = this.#deps;
    const over = new AbortController();
    await Promise.race([
      this.#slots.idle(),
      pause(lastAnswersMs, undefined, { signal: over.signal }).catch(() => undefined),
    ]);
    over.abort();
    this.#closing.abort();
    this.#agents.plain.destroy();
    this.#agents.tls.destroy();
  }

  /** What was lost is asked for once more where the provider counts a key once, and never anywhere else. */
  async #ask(message: MessageToPost, key: string): Promise<PostOutcome> {
    const { random = Math.random } = this.#deps;
    const first = await this.#askOnce(message, key);
    if (first.outcome !== 'unknown' || this.#provider.request.idempotencyHeader === null || this.#isClosing)
      return first;
    await pause(500 + 1000 * random());
    const second = await this.#askOnce(message, key);
    // Whatever else the second one is told says nothing of the first.
    return second.outcome === 'accepted' ? second : first;
  }

  async #askOnce(message: MessageToPost, key: string): Promise<PostOutcome> {
    const posted = await this.#post(message, key);
    const { outcome, rest } = readAnswer(posted, this.#provider, this.#deps.clock.now());
    if (rest === null) this.#availability.works();
    else this.#availability.rest(rest);
    return outcome;
  }

  async #post(message: MessageToPost, key: string): Promise<Posted> {
    const { connectMs = CONNECT_MS, answerMs = ANSWER_MS } = this.#deps;
    try {
      const written = writeRequest(this.#provider, this.#settings, { message, key });
      return await post(written, { agents: this.#agents, connectMs, answerMs, signal: this.#closing.signal });
    } catch {
      // Such as a password that no header can have; the error might say it.
      return { state: 'not_sent', why: 'the request cannot be written' };
    }
  }
}
