import type { ServerMessage } from '@farline/contracts/voice-engine';
import type { OrderOutcome } from './engine-link.ts';

type Order = Extract<ServerMessage, { order: string }>;
type OrderWords = Order extends infer O ? (O extends Order ? Omit<O, 'order'> : never) : never;

/** Orders under way: each gets a number, and an outcome by `done`, by the time-out, or by `abandonAll`. Never rejects. */
export type Orders = {
  give(words: OrderWords): Promise<OrderOutcome>;
  /** An outcome for an order that nobody waits for (any more) changes nothing. */
  done(order: string, outcome: OrderOutcome): void;
  abandonAll(): void;
};

/** `send` says whether the line took the message. */
export function createOrders(options: { send: (message: ServerMessage) => boolean; timeoutMs: number }): Orders {
  let lastOrder = 0;
  const waiting = new Map<string, (outcome: OrderOutcome) => void>();

  return {
    give(words) {
      const order = String(++lastOrder);
      return new Promise((resolve) => {
        const timer = setTimeout(() => settle('no_answer'), options.timeoutMs);
        const settle = (outcome: OrderOutcome) => {
          clearTimeout(timer);
          waiting.delete(order);
          resolve(outcome);
        };
        waiting.set(order, settle);
        if (!options.send({ ...words, order })) settle('no_answer');
      });
    },
    done: (order, outcome) => waiting.get(order)?.(outcome),
    abandonAll() {
      for (const settle of [...waiting.values()]) settle('no_answer');
    },
  };
}
