import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Identity, identityOf } from '../../platform/http-server.ts';
import { derivedKey } from '../../platform/sealed.ts';
import { eventTypes } from '../../platform/events.ts';
import { forgetAll } from '../../platform/forgetting/forget-all.ts';
import { type LiveView, liveView } from '../../platform/server-module.ts';
import type { Tick } from '../../platform/ticks.ts';
import { createAccessTokens } from './record/access-token.ts';
import type { AccountsDeps } from './record/accounts-deps.ts';
import { closeNeverConfirmed } from './account/close-unconfirmed.ts';
import { type ConfirmedOnly, createConfirmedOnly } from './record/confirmed-only.ts';
import { addConfirmationRoutes } from './addresses/confirmation-routes.ts';
import { forgetMails } from './mail-queue/mail-queue-store.ts';
import { createIdentities, type Identities } from './record/identities.ts';
import { confirmOwner, type OwnerProof, ownerProof, requireFreshProof } from './factors/prove-owner.ts';
import { createPasswordHashing } from './record/password-hash.ts';
import { forgetResetTokens } from './record/reset-tokens-store.ts';
import { addFactorRoutes } from './factors/factor-routes.ts';
import { addPictureRoutes } from './profile/picture-routes.ts';
import { addProofRoutes } from './sessions/proof-routes.ts';
import { addAuthRoutes } from './routes.ts';
import { sendDueMails } from './send-due-mails.ts';
import { addSessionRoutes } from './sessions/sessions-routes.ts';
import { addSettingsRoutes } from './profile/settings-routes.ts';
import { forgetChallenges, forgetTickets } from './record/tickets-store.ts';
import { forgetReplacedTokens, forgetSessions } from './record/sessions-store.ts';

export { activateAccount, confirmUser, forgetFactors, giveRole, takeMark } from './operator-acts.ts';
export { settleMark } from './account/settle-mark.ts';
export type { Account, User } from './record/account.ts';
export { accountOfRequest } from './record/account-of-request.ts';
export { putOnPlan } from './record/account-plan-store.ts';
export type { AccountsDeps, AccountsSettings } from './record/accounts-deps.ts';
export { accountsAfter, type ListedAccount } from './record/accounts-list-store.ts';
export {
  type AccountSql,
  accountSql,
  findAccount,
  findUser,
  findUserByEmail,
  isActiveSql,
  isOpenSql,
  statesOfAccounts,
  usersOfAccount,
  usersOfAccounts,
} from './record/accounts-store.ts';
export { lockAccount, lockUser } from './record/accounts-store.ts';
export { lastDoneAt, recordAuditEvent } from './record/audit-store.ts';
export { requireOpen } from './record/require-open.ts';
export { boundsAt, networkOf } from './record/client-address.ts';
export {
  addresseeOf,
  deleteNamingMails,
  languageOfUser,
  queueMail,
  takeMailsBack,
} from './mail-queue/mail-queue-store.ts';
export { emailUnconfirmed } from './record/accounts-problems.ts';
export { openAccount } from './account/open-account.ts';
export { claimCard } from './account/claim-card.ts';
export { findTrial, type Trial } from './record/trials-store.ts';
export { runningSessions, signedInUsers, signedInUsersSql } from './record/sessions-store.ts';
export { describeDevice, keptUserAgent } from './sessions/device.ts';

export type Accounts = Pick<
  Identities,
  'authenticate' | 'isSignedIn' | 'requireUser' | 'knowUser' | 'signerOf' | 'signerOfToken'
> & {
  isConfirmed: ConfirmedOnly['isConfirmed'];
  /** Before routes of any module are added: see `confirmedOnly`. */
  guardConfirmedOnly: ConfirmedOnly['guard'];

  /** The /auth/* calls and the settings of users. */
  routes: (server: FastifyInstance) => Promise<void>;
  /** Throws the Problem of a wrong password, or of a second factor that was not shown of late. Tries are counted. */
  confirmOwner: (owner: { identity: Identity; password: string | undefined }) => Promise<void>;
  /** Whether whoever is signed in has proved of late who they are, and what is asked of them if not. */
  ownerProof: (identity: Identity) => Promise<OwnerProof>;
  /** An onRequest hook behind `requireUser`: refuses whoever has not proved within ten minutes who they are. */
  requireProof: (request: FastifyRequest) => Promise<void>;
  /** What the worker does: sending mail, forgetting what is past. */
  ticks: Tick[];
  liveViews: LiveView[];
};

const DAY_MS = 24 * 60 * 60_000;
const SEND_EVERY_MS = 1_000;
const FORGET_EVERY_MS = 10 * 60_000;
/** Ended sessions are kept so long to explain what happened, replaced refresh tokens to notice that one is used again. */
const KEEP_MS = 30 * DAY_MS;

/** Who pays and who signs in: accounts, users, sessions, their mail and the audit. */
export function createAccounts(given: AccountsDeps): Accounts {
  const { database, clock, settings } = given;
  const accessTokens = createAccessTokens(settings.tokenSecret);
  const identities = createIdentities({ database, clock, accessTokens });
  const confirmedOnly = createConfirmedOnly({ database });
  const deps = {
    ...given,
    accessTokens,
    identities,
    refreshKey: derivedKey(settings.tokenSecret, 'refresh-token'),
    confirmationKey: derivedKey(settings.tokenSecret, 'confirmation-code'),
    deviceKey: derivedKey(settings.tokenSecret, 'device-mark'),
    passwords: createPasswordHashing(given.hashingLine),
    factorKey: derivedKey(settings.tokenSecret, 'factor-secret'),
    challengeKey: derivedKey(settings.tokenSecret, 'passkey-challenge'),
  };
  return {
    authenticate: identities.authenticate,
    isSignedIn: identities.isSignedIn,
    requireUser: identities.requireUser,
    knowUser: identities.knowUser,
    signerOf: identities.signerOf,
    signerOfToken: identities.signerOfToken,
    isConfirmed: confirmedOnly.isConfirmed,
    guardConfirmedOnly: confirmedOnly.guard,
    confirmOwner: async (owner) => await confirmOwner(deps, owner),
    ownerProof: async (identity) => await ownerProof(deps, identity),
    requireProof: async (request) => await requireFreshProof(deps, identityOf(request)),
    routes: async (server) => {
      addAuthRoutes(server, deps);
      addConfirmationRoutes(server, deps);
      addProofRoutes(server, deps);
      addFactorRoutes(server, deps);
      addSessionRoutes(server, deps);
      addPictureRoutes(server, deps);
      addSettingsRoutes(server, deps);
    },
    ticks: [
      { name: 'send mails', everyMs: SEND_EVERY_MS, run: async (stopping) => await sendDueMails(deps, stopping) },
      {
        name: 'close accounts that nobody confirmed',
        everyMs: FORGET_EVERY_MS,
        run: async () => await closeNeverConfirmed(deps),
      },
      { name: 'forget old sessions', everyMs: FORGET_EVERY_MS, run: forgettingWhatIsPast(given) },
    ],
    liveViews: [
      liveView(eventTypes('user.changed'), () => ({ type: 'user.changed' })),
      // Whatever is sent, live push looks first whether the session of the socket still runs.
      liveView(eventTypes('session.ended'), () => null),
    ],
  };
}

/** Forgets sessions and tokens that are over, and mails that were sent. */
function forgettingWhatIsPast({ database, clock }: Pick<AccountsDeps, 'database' | 'clock'>): Tick['run'] {
  return async (stopping) => {
    const now = clock.now();
    const before = new Date(now.getTime() - KEEP_MS);
    await forgetAll(async () => await forgetSessions(database, before), stopping);
    await forgetAll(async () => await forgetReplacedTokens(database, before), stopping);
    await forgetAll(async () => await forgetResetTokens(database, before), stopping);
    await forgetAll(async () => await forgetTickets(database, now), stopping);
    await forgetAll(async () => await forgetChallenges(database, now), stopping);
    await forgetAll(async () => await forgetMails(database, before), stopping);
  };
}
