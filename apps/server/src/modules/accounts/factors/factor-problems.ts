import type { StepMethod } from '@farline/contracts';
import { invalidField, notFound, Problem } from '../../../platform/problems.ts';

/** The password was right, and more is needed: what the second step is begun with. */
export class SecondStepNeeded extends Problem<'second_step_needed'> {
  readonly ticket: { ticket: string; methods: StepMethod[]; expiresAt: string };

  constructor(ticket: { ticket: string; methods: StepMethod[]; expiresAt: string }) {
    super('second_step_needed', 403, 'This account asks for a second step. Sign in on its own page to take it.');
    this.ticket = ticket;
  }

  override body() {
    return { ...super.body(), ...this.ticket };
  }
}
/** A ticket that is unknown, late, of another place, used, or was tried too often: nobody learns which. */
export const signInAgain = () =>
  new Problem('sign_in_again', 401, 'This sign-in took too long, or was tried too often. Please sign in again.');
/** Wrong, late, or used before: nobody learns which. */
export const wrongCode = () => {
  const sentence = 'This code isn’t right, or was used before. Wait for the next one.';
  return new Problem('wrong_step_code', 400, sentence, { errors: { code: sentence } });
};
export const wrongRecoveryCode = () => {
  const sentence = 'This recovery code isn’t right, or was used before.';
  return new Problem('wrong_step_code', 400, sentence, { errors: { code: sentence } });
};
export const passkeyRefused = () =>
  new Problem(
    'passkey_refused',
    400,
    'This passkey wasn’t accepted. Nothing was changed: try again, or use another way.',
  );
export const passkeyKnown = () =>
  new Problem('passkey_known', 409, 'This passkey is already known here. Use another device or key.');
export const setupEnded = () =>
  new Problem('setup_ended', 400, 'Setting up took too long. Begin again with a new picture.');
export const factorNotFound = () => notFound('The second factor');
export const tooManyFactors = (most: number) =>
  new Problem('too_many_factors', 409, `You have ${most} second factors: remove one first.`);
export const noFactorYet = () =>
  new Problem('no_factor', 409, 'Recovery codes come with a second factor: add one first.');
export const passwordMissing = () => invalidField('password', 'Password is required');
