import type { Message, Micros } from '@farline/contracts';
import type { PaidBy } from './charged-call.ts';

/** A message that went to a carrier and whose price is settled, with all that its price is made of. */
export type ChargedMessage = {
  id: string;
  accountId: string;
  from: string;
  to: string;
  encoding: Message['encoding'];
  segments: number;
  writtenAt: Date;
  /** When a carrier had taken it; null: none said that it did. */
  acceptedAt: Date | null;
  rateId: string | null;
  currency: string;
  perSegmentMicros: Micros;
  /** Segments that the plan paid for, and those that money or trial credit did; nobody pays for the rest. */
  includedSegments: number;
  paidSegments: number;
  chargedMicros: Micros;
  /** What was given back of them since. */
  returned: { includedSegments: number; paidSegments: number };
  returnedMicros: Micros;
  isPractice: boolean;
  paidBy: PaidBy;
};
