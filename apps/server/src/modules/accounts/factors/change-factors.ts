import { FACTOR_LIMITS, type newApp, type newPasskey } from '@farline/contracts';
import type { z } from 'zod';
import { inTransaction, type Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import type { Identity } from '../../../platform/http-server.ts';
import { newId } from '../../../platform/ids.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { findUser, lockUser } from '../record/accounts-store.ts';
import { recordAuditEvent } from '../record/audit-store.ts';
import {
  appKey,
  newAppSecret,
  newSetup,
  readSecret,
  readSetup,
  stepOfCode,
  storedSecret,
} from './authenticator-app.ts';
import { factorNotFound, noFactorYet, passkeyKnown, setupEnded, tooManyFactors, wrongCode } from './factor-problems.ts';
import { changeOf, tellOfFactors } from './factor-mails.ts';
import type { AppFactor, Factor, PasskeyFactor } from './factor.ts';
import {
  deleteFactor,
  factorsOf,
  insertApp,
  insertPasskey,
  recoveryCodesLeft,
  replaceRecoveryCodes,
  saveFactorName,
  takeStep,
} from './factors-store.ts';
import { askForNewPasskey, readNewPasskey } from './passkeys.ts';
import { hasFactor, noteProof } from '../record/proofs-store.ts';
import { newRecoveryCode, recoveryCodeHash } from './recovery-code.ts';

type Request = { identity: Identity; address: string };
/** What was added; with the first factor come the recovery codes, in clear this once. */
export type AddedFactor = { factor: Factor; recoveryCodes: string[] | null };

/** What a new app is told: nothing is kept until its first code comes back. */
export async function beginApp(deps: UseCaseDeps, { identity }: Request) {
  const { userId } = identity;
  const user = await findUser(deps.database, userId);
  const secret = newAppSecret();
  const { setup, expiresAt } = newSetup(secret, { key: deps.factorKey, userId, now: deps.clock.now() });
  return { setup, expiresAt: expiresAt.toISOString(), ...appKey(secret, user?.email ?? '') };
}

/** Adds an authenticator app whose first code is right, once, and tells its user. */
export async function addApp(
  deps: UseCaseDeps,
  request: Request & { app: z.infer<typeof newApp> },
): Promise<AddedFactor> {
  const { identity, app } = request;
  const { userId } = identity;
  const at = deps.clock.now();
  const secret = readSetup(app.setup, { key: deps.factorKey, userId, now: at });
  if (secret === null) throw setupEnded();
  const step = stepOfCode(secret, app.code, at);
  if (step === null) throw wrongCode();
  const factor: AppFactor = {
    id: newId(at),
    userId,
    name: app.name,
    kind: 'app',
    createdAt: at,
    lastUsedAt: null,
    secret: storedSecret(secret, deps.factorKey, userId),
    lastStep: step,
  };
  return await add(deps, request, factor);
}

/** What the browser makes a passkey of. */
export async function beginPasskey(deps: UseCaseDeps, { identity }: Request) {
  const user = await findUser(deps.database, identity.userId);
  if (user === null) throw new Error(`user ${identity.userId} has a session but no row`);
  return await askForNewPasskey(deps, user, await factorsOf(deps.database, user.id));
}

/** Adds a passkey that the user's device has just made for this site, and tells its user. */
export async function addPasskey(
  deps: UseCaseDeps,
  request: Request & { passkey: z.infer<typeof newPasskey> },
): Promise<AddedFactor> {
  const { identity, passkey } = request;
  const { userId } = identity;
  const at = deps.clock.now();
  const key = await readNewPasskey(deps, userId, passkey.credential);
  const named = { id: newId(at), userId, name: passkey.name, createdAt: at, lastUsedAt: null };
  return await add(deps, request, { ...named, kind: 'passkey', ...key });
}

/** Takes a factor away, and the recovery codes with the last one; tells its user. */
export async function removeFactor(deps: UseCaseDeps, request: Request & { id: string }): Promise<Factor> {
  const { identity, address, id } = request;
  const { userId } = identity;
  const at = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    await lockUser(tx, userId);
    const factor = await deleteFactor(tx, { id, userId });
    if (factor === null) throw factorNotFound();
    if (!(await hasFactor(tx, userId))) await replaceRecoveryCodes(tx, { userId, hashes: [], at });
    await tellOfFactors(tx, { userId, at, what: changeOf('removed', factor) });
    await record(tx, { identity, address, at, action: 'factor.removed', after: { id, ...described(factor) } });
    return factor;
  });
}

/** Makes ten new recovery codes, the only ones that count from now on; tells their user. */
export async function renewRecoveryCodes(deps: UseCaseDeps, request: Request): Promise<string[]> {
  const { identity, address } = request;
  const { userId } = identity;
  const at = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    await lockUser(tx, userId);
    if (!(await hasFactor(tx, userId))) throw noFactorYet();
    return await makeNewCodes(tx, { identity, address, at });
  });
}

async function add(
  deps: UseCaseDeps,
  { identity, address }: Request,
  factor: AppFactor | PasskeyFactor,
): Promise<AddedFactor> {
  const { userId, createdAt: at } = factor;
  return await inTransaction(deps.database, async (tx) => {
    // One after the other, so that two at once do not pass the bound, and the first brings the codes.
    await lockUser(tx, userId);
    const before = await factorsOf(tx, userId);
    if (factor.kind === 'app') {
      const again = sameAs(factor, before, deps.factorKey);
      if (again !== null) return await addAgain(tx, { identity, address, again, isOnly: before.length === 1 });
    }
    refuseTooMany(before, factor);
    if (factor.kind === 'app') await insertApp(tx, factor);
    else if (!(await insertPasskey(tx, factor))) throw passkeyKnown();
    const recoveryCodes = before.length === 0 ? await makeRecoveryCodes(tx, userId, at) : null;
    // Whoever adds a factor has it at hand.
    await noteProof(tx, { sessionId: identity.sessionId, by: 'factor', at });
    await tellOfFactors(tx, { userId, at, what: changeOf('added', factor) });
    const after = { id: factor.id, ...described(factor) };
    await record(tx, { identity, address, at, action: 'factor.added', after });
    return { factor, recoveryCodes };
  });
}

/** The app as one that is there already: it has the same secret. Null for a new one. */
function sameAs(app: AppFactor, before: Factor[], key: Uint8Array): AppFactor | null {
  const secretOf = ({ secret, userId }: AppFactor) => readSecret(secret, key, userId)?.toString('hex');
  const known = before.find((other) => other.kind === 'app' && secretOf(other) === secretOf(app));
  return known === undefined ? null : { ...app, id: known.id };
}

/**
 * Takes an app that comes again, because its answer was lost, as the one that it is. While it is the only factor, and no
 * recovery code was used, nobody may have seen the codes: new ones come in their place.
 */
async function addAgain(
  tx: Transaction,
  { identity, address, again, isOnly }: Request & { again: AppFactor; isOnly: boolean },
): Promise<AddedFactor> {
  const { id, userId, name, lastStep: step, createdAt: at } = again;
  await takeStep(tx, { id, step, at });
  const factor = await saveFactorName(tx, { id, userId, name });
  if (factor === null) throw new Error(`factor ${id} went while its user was locked`);
  const mayBeUnseen = isOnly && (await recoveryCodesLeft(tx, userId)) === FACTOR_LIMITS.recoveryCodes;
  const recoveryCodes = mayBeUnseen ? await makeNewCodes(tx, { identity, address, at }) : null;
  return { factor, recoveryCodes };
}

function refuseTooMany(before: Factor[], added: Factor): void {
  if (before.length >= FACTOR_LIMITS.factors) throw tooManyFactors(FACTOR_LIMITS.factors);
  // Each app makes a guessed code more likely to be right.
  const apps = before.filter(({ kind }) => kind === 'app').length;
  if (added.kind === 'app' && apps >= FACTOR_LIMITS.apps) throw tooManyFactors(FACTOR_LIMITS.apps);
}

/** Puts new recovery codes in the place of those that a user has, and tells them. */
async function makeNewCodes(tx: Transaction, { identity, address, at }: Request & { at: Date }): Promise<string[]> {
  const { userId } = identity;
  const codes = await makeRecoveryCodes(tx, userId, at);
  await tellOfFactors(tx, { userId, at, what: { kind: 'codes_made' } });
  await record(tx, { identity, address, at, action: 'factor.recovery_codes_made', after: {} });
  return codes;
}

async function makeRecoveryCodes(tx: Transaction, userId: string, at: Date): Promise<string[]> {
  const codes = Array.from({ length: FACTOR_LIMITS.recoveryCodes }, newRecoveryCode);
  await replaceRecoveryCodes(tx, { userId, hashes: codes.map(recoveryCodeHash), at });
  return codes;
}

const described = ({ kind, name }: Factor) => ({ kind, name });

/** Records what was done, and tells the user's other pages of it. */
async function record(
  tx: Transaction,
  act: Request & { at: Date; action: string; after: Record<string, unknown> },
): Promise<void> {
  const { identity, address, at, action, after } = act;
  const { userId, accountId } = identity;
  await publish(tx, { type: 'user.changed', accountId, subjectId: userId });
  await recordAuditEvent(tx, { at, actor: `user:${userId}`, action, accountId, subject: userId, address, after });
}
