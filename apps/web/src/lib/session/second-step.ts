import {
  type FactorProof,
  type PasskeyAnswer,
  type SecondStepNeeded,
  secondStepNeeded,
} from '@farline/contracts/factors';
import { api } from '../api/api-client.ts';
import type { RefusalOf } from '../api/api-routes.ts';
import { RequestError } from '../api/http.ts';
import { beginSession } from './begin-session.ts';
import { startSession } from './session.ts';

const STEP_NEEDED = 'second_step_needed' satisfies RefusalOf<'POST /auth/login'>;

/** The ticket for the second step, where a refused sign-in brought one; null for any other refusal. */
export function ticketOf(error: unknown): SecondStepNeeded | null {
  if (!(error instanceof RequestError) || error.code !== STEP_NEEDED) return null;
  const { ticket, methods } = secondStepNeeded.parse(error.reply);
  return ticket === undefined || methods === undefined ? null : { ticket, methods };
}

/** Finishes a sign-in; the caller shows what is thrown. */
export async function finishSignIn(ticket: string, proof: FactorProof, isRemembered: boolean): Promise<void> {
  const reply = await beginSession(async () => api('POST /auth/second-step', { body: { ticket, proof } }));
  startSession(reply, isRemembered ? 'always' : 'browser');
}

/** Signs in with a passkey alone; the caller shows what is thrown. */
export async function signInWithPasskey(credential: PasskeyAnswer, isRemembered: boolean): Promise<void> {
  const body = { credential, remember: isRemembered };
  const reply = await beginSession(async () => api('POST /auth/passkey', { body }));
  startSession(reply, isRemembered ? 'always' : 'browser');
}
