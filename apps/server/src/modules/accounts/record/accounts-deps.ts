import type { Micros, Transcript } from '@farline/contracts';
import type { WaitingLine } from '../../../platform/admission/waiting-line.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Executor, Transaction } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { ExportPart } from '../../../platform/server-module.ts';
import type { AccessTokens } from './access-token.ts';
import type { Identities } from './identities.ts';
import type { Mail, MailAttachment } from '../../../platform/outgoing/mail.ts';
import type { MailKind } from '../mail-queue/mail-queue-store.ts';
import type { PasswordHashing } from './password-hash.ts';

/** What app.ts passes in. */
export type AccountsDeps = {
  database: Database;
  clock: Clock;
  log: Log;
  /** The number that a new account may show to the far side. */
  allocateNumber: (tx: Transaction, owner: { accountId: string; at: Date }) => Promise<string>;
  numbersOf: (database: Executor, accountId: string) => Promise<string[]>;
  sendMail: (mail: Mail) => Promise<void>;
  /** The sound of a voicemail, for a mail that tells of it; null: it was deleted meanwhile. */
  voicemailSound: (id: string) => Promise<MailAttachment | null>;
  /** What was said in it; null: nobody writes it down, or it was deleted meanwhile. */
  transcriptOf: (id: string) => Promise<Transcript | null>;
  /** Counts a mail that was kept back, for whoever runs the service. */
  mailDropped: (mail: { kind: MailKind; because: 'unconfirmed' | 'too_many' }) => void;
  /** Has the running calls of an account ended, and says how many there are. */
  endCallsOf: (tx: Transaction, closed: { accountId: string; at: Date }) => Promise<number>;
  /** What the other modules, which are made after this one, put into an export of everything. */
  exportParts: () => ExportPart[];
  /** How many SIP phones a user has: a new password leaves them as they are, and its mail says so. */
  countSipPhones: (database: Executor, userId: string) => Promise<number>;
  /** To how many telephones the numbers of an account send calls on: a new password leaves that as it is, too. */
  countForwards: (database: Executor, accountId: string) => Promise<number>;
  /** Where it is measured how long passwords wait to be hashed; absent: nowhere. */
  hashingLine?: WaitingLine;
  settings: AccountsSettings;
};

export type AccountsSettings = {
  tokenSecret: string;
  /** Links in mails begin with it; the refresh cookie is Secure when it is https. */
  publicUrl: string;
  /** Where the pages may be opened: a passkey answers from there alone. Absent: at `publicUrl` alone. */
  origins?: string[];
  /** Who runs this installation, by name; absent or null where they have not said so. */
  operator?: string | null;
  trialCreditMicros: Micros;
  currency: string;
  /** The rate table of new accounts. */
  rateTable: string;
  /** False: tries are not limited per address, only per account (tests and benches come from one address). */
  rateLimitsPerAddress: boolean;
};

/** What the use cases of this module share. */
export type UseCaseDeps = AccountsDeps & {
  accessTokens: AccessTokens;
  refreshKey: Uint8Array;
  /** What the hashes of mailed codes are made with. */
  confirmationKey: Uint8Array;
  deviceKey: Uint8Array;
  passwords: PasswordHashing;
  /** Seals the secrets of authenticator apps. */
  factorKey: Uint8Array;
  /** Seals the challenges that passkeys answer. */
  challengeKey: Uint8Array;
  identities: Identities;
};
