import type { AskedDestination, Micros, RateTerms } from '@farline/contracts';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Executor, Transaction } from '../../platform/database.ts';
import type { Identity } from '../../platform/http-server.ts';
import type { UsualLimits } from './limit.ts';

/** What the limits need to know of an account. */
export type LimitedAccount = { id: string; currency: string; timeZone: string; rateTable: string; walletId: string };

/** A number as the rate table has it. */
export type PricedNumber = {
  number: string;
  /** `001` for what belongs to no country; null: it is no destination that could be expensive. */
  countryCode: string | null;
  kind: AskedDestination['kind'];
  perMinuteMicros: Micros;
  connectionMicros: Micros;
  terms: RateTerms;
  isClosed: boolean;
};

/** What an act is remembered by. */
export type AuditedAct = {
  at: Date;
  actor: string;
  action: string;
  accountId: string;
  subject: string;
  address: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** All that the limits need, passed in by `app.ts`. */
export type LimitsDeps = {
  database: Database;
  clock: Clock;
  usual: UsualLimits;
  requireUser: (request: FastifyRequest) => Promise<void>;
  accountOf: (db: Executor, accountId: string) => Promise<LimitedAccount | null>;
  usersOf: (db: Executor, accountId: string) => Promise<string[]>;
  /** Throws the Problem of a wrong password, or of a second factor that was not shown of late; tries are counted. */
  confirmOwner: (owner: { identity: Identity; password: string | undefined }) => Promise<void>;
  /** Whether whoever is signed in has proved of late who they are, and what is asked of them if not. */
  ownerProof: (identity: Identity) => Promise<'fresh' | 'password_needed' | 'factor_needed'>;
  audit: (tx: Transaction, act: AuditedAct) => Promise<void>;
  /** Throws the Problem that says why it is no number. */
  priceOfNumber: (asked: { typed: string; defaultCountry: string | undefined; rateTable: string }) => PricedNumber;
  /** What automatic top-up may still add by itself from now to an instant. */
  topUpsUntil: (
    db: Executor,
    wanted: { accountId: string; timeZone: string; now: Date; until: Date },
  ) => Promise<Micros>;
  /** What add-funds lets a saved card add without a password from now to an instant; nothing where none is saved. */
  savedCardsUntil: (db: Executor, wanted: { accountId: string; now: Date; until: Date }) => Promise<Micros>;
};
