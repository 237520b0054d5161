import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { CallLimits } from '../../limits/index.ts';
import type { Rating } from '../../rating/index.ts';
import type { Carrier } from './carrier.ts';

/** What sending and receiving need, passed in by `app.ts`. */
export type MessagesDeps = {
  database: Database;
  clock: Clock;
  log: Log;
  rating: Pick<Rating, 'lookUp' | 'messageRate'>;
  limits: Pick<CallLimits, 'judgeMessage'>;
  /** In the order in which they are tried. */
  carriers: () => readonly Carrier[];
};
