import type { FactorProof, StepMethod } from '@farline/contracts';
import type { Identity } from '../../../platform/http-server.ts';
import { proofNeeded } from '../../../platform/problems.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { methodsOf, takeFactorProof } from './check-factor.ts';
import { confirmPassword } from '../record/confirm-password.ts';
import { passwordMissing } from './factor-problems.ts';
import { factorsOf, recoveryCodesLeft } from './factors-store.ts';
import { hasFactor, noteProof, proofOfSession } from '../record/proofs-store.ts';
import { clearSecondSteps, countSecondStep } from './second-step-rate-limits.ts';

/** So long a proof counts as fresh. */
const FRESH_MS = 10 * 60_000;

type Deps = Pick<UseCaseDeps, 'database' | 'clock'>;
type ProvingDeps = Deps & Pick<UseCaseDeps, 'log' | 'settings' | 'passwords' | 'challengeKey' | 'factorKey'>;

/** Whether whoever is signed in has proved anew who they are; if not, what is asked of them. */
export type OwnerProof = 'fresh' | 'password_needed' | 'factor_needed';

/** What the session has proved within ten minutes: by a second factor where its user has one, else by the password. */
export async function ownerProof(deps: Deps, identity: Identity): Promise<OwnerProof> {
  const state = await proofOfSession(deps.database, identity.sessionId);
  const provedAt = state?.provedAt ?? null;
  const isLate = provedAt === null || deps.clock.now().getTime() - provedAt.getTime() > FRESH_MS;
  if (state?.hasFactor === true) return !isLate && state.provedBy === 'factor' ? 'fresh' : 'factor_needed';
  return isLate ? 'password_needed' : 'fresh';
}

/** Refuses whoever has not proved anew who they are. */
export async function requireFreshProof(deps: Deps, identity: Identity): Promise<void> {
  if ((await ownerProof(deps, identity)) !== 'fresh') throw proofNeeded();
}

/** Refuses whoever has a second factor and has not proved it anew: for acts that ask for the password themselves. */
export async function requireFreshFactor(deps: Deps, identity: Identity): Promise<void> {
  if ((await ownerProof(deps, identity)) === 'factor_needed') throw proofNeeded();
}

/**
 * Refuses whoever gives a wrong password, or none and has not proved anew who they are; and where there is a second factor,
 * whoever has not proved that anew.
 */
export async function confirmOwner(
  deps: Deps & Pick<UseCaseDeps, 'passwords' | 'settings'>,
  owner: { identity: Identity; password: string | undefined },
): Promise<void> {
  const proof = await ownerProof(deps, owner.identity);
  if (proof === 'factor_needed') throw proofNeeded();
  if (owner.password !== undefined && !(await hasFactor(deps.database, owner.identity.userId))) {
    return await confirmPassword(deps, owner.identity.userId, owner.password, owner.identity.sessionId);
  }
  if (proof !== 'fresh') throw passwordMissing();
}

/** What somebody may prove themselves by: the password alone where there is no second factor. */
export async function waysToProve(deps: Deps, identity: Identity): Promise<('password' | StepMethod)[]> {
  const { userId } = identity;
  const methods = methodsOf(await factorsOf(deps.database, userId), await recoveryCodesLeft(deps.database, userId));
  return methods.length === 0 ? ['password'] : methods;
}

/** Takes a proof for the next ten minutes of this session. A password is none where there is a second factor. */
export async function proveOwner(
  deps: ProvingDeps,
  request: { identity: Identity; proof: FactorProof | { by: 'password'; password: string }; address: string },
): Promise<{ until: Date }> {
  const { identity, proof, address } = request;
  const { userId, sessionId } = identity;
  const at = deps.clock.now();
  if (proof.by === 'password') {
    if (await hasFactor(deps.database, userId)) throw proofNeeded();
    await confirmPassword(deps, userId, proof.password, sessionId);
  } else {
    await countSecondStep(deps.database, { userId, address }, at);
    await takeFactorProof(deps, { userId, proof, purpose: { act: 'prove', whom: sessionId } });
    await clearSecondSteps(deps.database, { userId, address });
  }
  await noteProof(deps.database, { sessionId, by: proof.by === 'password' ? 'password' : 'factor', at });
  return { until: new Date(at.getTime() + FRESH_MS) };
}
