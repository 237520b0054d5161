import type { FactorProof, StepMethod } from '@farline/contracts';
import { inTransaction } from '../../../platform/database.ts';
import { readSecret, stepOfCode } from './authenticator-app.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { passkeyRefused, wrongCode, wrongRecoveryCode } from './factor-problems.ts';
import type { Factor, PasskeyFactor } from './factor.ts';
import { tellOfFactors } from './factor-mails.ts';
import {
  factorsOf,
  findPasskey,
  noteSignature,
  recoveryCodesLeft,
  takeStep,
  useUpRecoveryCode,
} from './factors-store.ts';
import type { ChallengePurpose } from './passkey-challenge.ts';
import { readSignature } from './passkeys.ts';
import { recoveryCodeHash } from './recovery-code.ts';

type Deps = Pick<UseCaseDeps, 'database' | 'clock' | 'log' | 'settings' | 'challengeKey' | 'factorKey'>;

/**
 * Takes a proof of a user's second factor, once: a code is used up, a step of an app does not come again, a passkey's
 * challenge is answered. Refuses whatever is not right, or is somebody else's. The tries are counted by whoever asks.
 */
export async function takeFactorProof(
  deps: Deps,
  asked: { userId: string; proof: FactorProof; purpose: ChallengePurpose },
): Promise<void> {
  const { userId, proof, purpose } = asked;
  switch (proof.by) {
    case 'app':
      return await takeAppCode(deps, userId, proof.code);
    case 'recovery_code':
      return await takeRecoveryCode(deps, userId, proof.code);
    case 'passkey': {
      const passkey = await findPasskey(deps.database, Buffer.from(proof.credential.id, 'base64url'));
      if (passkey === null || passkey.userId !== userId) throw passkeyRefused();
      return await takeSignature(deps, { passkey, answer: proof.credential, purpose });
    }
  }
}

/** Takes an answer of a passkey, once. */
export async function takeSignature(
  deps: Deps,
  signed: { passkey: PasskeyFactor } & Omit<Parameters<typeof readSignature>[1], 'passkey'>,
): Promise<void> {
  const { passkey } = signed;
  const counter = await readSignature(deps, signed);
  const at = deps.clock.now();
  if (!(await noteSignature(deps.database, { id: passkey.id, before: passkey.counter, counter, at }))) {
    throw passkeyRefused();
  }
}

/** What a user may take a second step with; empty: they have no second factor. */
export function methodsOf(factors: Factor[], codesLeft: number): StepMethod[] {
  if (factors.length === 0) return [];
  const kinds = (['passkey', 'app'] as const).filter((kind) => factors.some((factor) => factor.kind === kind));
  return [...kinds, ...(codesLeft > 0 ? (['recovery_code'] as const) : [])];
}

/** Takes a code of any of the user's apps: of the first that shows it, since an app that is there twice shows it twice. */
async function takeAppCode(deps: Deps, userId: string, code: string): Promise<void> {
  const at = deps.clock.now();
  for (const factor of await factorsOf(deps.database, userId)) {
    if (factor.kind !== 'app') continue;
    const secret = readSecret(factor.secret, deps.factorKey, userId);
    const step = secret === null ? null : stepOfCode(secret, code, at);
    if (step === null) continue;
    if (await takeStep(deps.database, { id: factor.id, step, at })) return;
    break;
  }
  throw wrongCode();
}

async function takeRecoveryCode(deps: Deps, userId: string, code: string): Promise<void> {
  const at = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    if (!(await useUpRecoveryCode(tx, { userId, hash: recoveryCodeHash(code), at }))) throw wrongRecoveryCode();
    await tellOfFactors(tx, { userId, at, what: { kind: 'code_used', left: await recoveryCodesLeft(tx, userId) } });
  });
}
