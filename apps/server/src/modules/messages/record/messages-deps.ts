import type { WaitingLine } from '../../../platform/admission/waiting-line.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { FastifyRequest } from 'fastify';
import type { Database, Executor } from '../../../platform/database.ts';
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
  limits: Pick<CallLimits, 'judgeMessage' | 'usageSql'>;
  /** In the order in which they are tried. */
  carriers: () => readonly Carrier[];
  /** What codes that are sent follow from. */
  codeSecret: string;
  /** Measures how long messages wait until they are written down. */
  writingLine?: Pick<WaitingLine, 'join'>;
};

export type MessageRouteDeps = MessagesDeps & {
  /** By which other servers tell this one from themselves. */
  serverName: string;
  requireUser: (request: FastifyRequest) => Promise<void>;
  /** The numbers of the contacts whose names have these words. */
  numbersNamed: (db: Executor, wanted: { accountId: string; name: string }) => Promise<string[]>;
  /** Whose these numbers are, of an account's contacts. */
  namesOfNumbers: (db: Executor, accountId: string, numbers: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Of numbers whose contacts have more than one, the others. */
  numbersBeside: (
    db: Executor,
    wanted: { accountId: string; numbers: readonly string[] },
  ) => Promise<ReadonlyMap<string, readonly string[]>>;
};
