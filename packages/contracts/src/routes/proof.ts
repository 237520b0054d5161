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
    summary: 'What the browser asks a passkey for, as a second step',
    body: ticketOnly,
    reply: passkeyOptions,
    refusals: ['sign_in_again'],
  }),
  passkeyOptions: defineRoute('POST /auth/passkey-options', {
    tag: 'auth',
    access: 'anyone',
    summary: 'What the browser asks for, to sign in with a passkey alone',
    reply: passkeyOptions,
  }),
  signInWithPasskey: defineRoute('POST /auth/passkey', {
    tag: 'auth',
    access: 'anyone',
    summary: 'Sign in with a passkey alone',
    body: passkeySignIn,
    reply: session,
    refusals: ['account_closed', 'passkey_refused', 'too_many_requests'],
  }),
  ways: defineRoute('GET /auth/proof', {
    tag: 'auth',
    access: 'user',
    summary: 'What the user may prove themselves by',
    reply: proofWays,
  }),
  prove: defineRoute('POST /auth/proof', {
    tag: 'auth',
    access: 'user',
    summary: 'Prove anew who one is: for ten minutes nothing more is asked of this session',
    body: ownerProof,
    reply: ownerProofReply,
    refusals: ['passkey_refused', 'proof_needed', 'wrong_password', 'wrong_step_code'],
  }),
  provePasskey: defineRoute('POST /auth/proof/passkey-options', {
    tag: 'auth',
    access: 'user',
    summary: 'What the browser asks a passkey for, to prove anew who one is',
    reply: passkeyOptions,
  }),
};
