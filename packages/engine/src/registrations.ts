import type { ServerMessage, trunkRegistered } from '@farline/contracts/voice-engine';
import type { z } from 'zod';
import type { RegisterOutcome, RegisterWords } from './engine-link.ts';

const TIMEOUT_MS = 10_000;

/** REGISTERs under way: each ends by its outcome, or with null. Never rejects. */
export type Registrations = {
  give(words: RegisterWords): Promise<RegisterOutcome | null>;
  /** One that nobody waits for any more changes nothing. */
  done(outcome: z.infer<typeof trunkRegistered>): void;
};

/** `send` says whether the line took the message. */
export function createRegistrations(send: (message: ServerMessage) => boolean): Registrations {
  let last = 0;
  const waiting = new Map<string, (outcome: RegisterOutcome | null) => void>();

  return {
    give(words) {
      const order = `register-${++last}`;
      return new Promise((resolve) => {
        const settle = (outcome: RegisterOutcome | null) => {
          clearTimeout(timer);
          waiting.delete(order);
          resolve(outcome);
        };
        const timer = setTimeout(() => settle(null), TIMEOUT_MS);
        waiting.set(order, settle);
        if (!send({ type: 'register', order, ...words })) settle(null);
      });
    },
    done: ({ order, status, seconds, wait }) => waiting.get(order)?.({ status, seconds, wait }),
  };
}
