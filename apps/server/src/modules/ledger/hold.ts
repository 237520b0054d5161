import type { Micros } from '@farline/contracts';
import type { Cause } from './transfer.ts';

/** Money set aside for something under way. An open hold ends only by settlement or release. */
export type Hold = {
  id: string;
  walletId: string;
  cause: Cause;
  heldMicros: Micros;
  placedAt: Date;
} & (
  | { state: 'open' }
  | { state: 'settled'; closedAt: Date; chargedMicros: Micros }
  | { state: 'released'; closedAt: Date }
);
