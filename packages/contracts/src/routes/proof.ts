import { session } from '../auth.ts';
import { defineRoute } from '../define-route.ts';
import {
  ownerProof,
  ownerProofReply,
  passkeyOptions,
  passkeySignIn,
  proofWays,
  secondStep,
  ticketOnly,
} from '../factors.ts';

export const proofRoutes = {
  secondStep: defineRoute('POST /auth/second-step', {
    tag: 'auth',
    access: 'anyone',
    summary: 'Finish a sign-in with a code, a recovery code or a passkey',
    body: secondStep,
    reply: session,
    refusals: ['account_closed', 'passkey_refused', 'sign_in_again', 'too_many_requests', 'wrong_step_code'],
  }),
  secondStepPasskey: defineRoute('POST /auth/second-step/passkey-options', {
    tag: 'auth',
    access: 'anyone',
    summary: 'Get options for using a passkey as a second step',
    body: ticketOnly,
    reply: passkeyOptions,
    refusals: ['sign_in_again'],
  }),
  passkeyOptions: defineRoute('POST /auth/passkey-options', {
    tag: 'auth',
    access: 'anyone',
    summary: 'Get options for signing in with only a passkey',
    reply: passkeyOptions,
  }),
  signInWithPasskey: defineRoute('POST /auth/passkey', {
    tag: 'auth',
    access: 'anyone',
    summary: 'Sign in with only a passkey',
    body: passkeySignIn,
    reply: session,
    refusals: ['account_closed', 'passkey_refused', 'too_many_requests'],
  }),
  ways: defineRoute('GET /auth/proof', {
    tag: 'auth',
    access: 'user',
    summary: 'List the ways in which the user may confirm their identity',
    reply: proofWays,
  }),
  prove: defineRoute('POST /auth/proof', {
    tag: 'auth',
    access: 'user',
    summary: 'Confirm your identity again; valid for ten minutes in this session',
    body: ownerProof,
    reply: ownerProofReply,
    refusals: ['passkey_refused', 'proof_needed', 'wrong_password', 'wrong_step_code'],
  }),
  provePasskey: defineRoute('POST /auth/proof/passkey-options', {
    tag: 'auth',
    access: 'user',
    summary: 'Get options for confirming your identity with a passkey',
    reply: passkeyOptions,
  }),
};
