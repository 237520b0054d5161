import { z } from 'zod';
import { isPlainLine } from './plain-line.ts';
import { problem } from './problem.ts';
import { validationMessages as say } from './validation-messages.ts';

/** The bounds of second factors. */
export const FACTOR_LIMITS = { factors: 20, apps: 3, nameLength: 60, recoveryCodes: 10 } as const;

/** What a second step may be done with. */
export const stepMethod = z.enum(['app', 'passkey', 'recovery_code']);
export type StepMethod = z.infer<typeof stepMethod>;

/** An authenticator app or a passkey. */
export const factor = z.object({
  id: z.uuid(),
  kind: z.enum(['app', 'passkey']),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type Factor = z.infer<typeof factor>;
export const factorsReply = z.object({ factors: z.array(factor), recoveryCodesLeft: z.int() });
export const factorReply = z.object({ factor });

const name = z
  .string({ error: 'Name is required' })
  .trim()
  .min(1, 'Name is required')
  .max(FACTOR_LIMITS.nameLength, `Name must be at most ${FACTOR_LIMITS.nameLength} characters`)
  .refine(isPlainLine, 'Name must be plain text on one line');
export const factorChange = z.object({ name }).meta({ example: { name: 'My telephone' } });

/** Six digits, with or without blanks between them. */
export const appCode = z
  .string({ error: 'Enter the six digits' })
  .max(20, 'Enter the six digits')
  .transform((text) => text.replaceAll(/\s/g, ''))
  .refine((text) => /^\d{6}$/.test(text), 'Enter the six digits');
const recoveryCode = z
  .string({ error: 'Enter a recovery code' })
  .trim()
  .min(1, 'Enter a recovery code')
  .max(40, 'Enter a recovery code');

/** What an app needs. `setup` comes back with the first code; nothing is kept before. */
export const appSetup = z.object({
  setup: z.string(),
  /** Base32, for apps that read no picture. */
  secret: z.string(),
  /** `otpauth://totp/…`: what the picture says. */
  uri: z.string(),
  expiresAt: z.iso.datetime(),
});
export const newApp = z
  .object({ name, setup: z.string().max(1_000), code: appCode })
  .meta({ example: { name: 'My telephone', setup: 'the setup that came with the secret', code: '123456' } });
/** The recovery codes come with the first factor, and are shown this once. */
export const factorAddedReply = z.object({ factor, recoveryCodes: z.array(z.string()).nullable() });
export const recoveryCodesReply = z.object({ recoveryCodes: z.array(z.string()) });

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]*$/);
const credential = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}).default({}),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
};
/** What the browser made of the options: PublicKeyCredential.toJSON() (WebAuthn Level 3 §5.1). */
export const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_000),
    authenticatorData: base64url(8_000),
    signature: base64url(8_000),
    userHandle: base64url(200).optional(),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;
export const newPasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
const named = { id: 'AQID', rawId: 'AQID', type: 'public-key', clientExtensionResults: {} };
export const newPasskey = z.object({ name, credential: newPasskeyAnswer }).meta({
  example: {
    name: 'My laptop',
    credential: { ...named, response: { clientDataJSON: 'AQID', attestationObject: 'AQID' } },
  },
});
/** What `navigator.credentials` is asked with, as JSON. */
export const passkeyOptions = z.object({ options: z.looseObject({ challenge: z.string() }) });

/** One way to prove who one is. */
const factorProof = z.union(
  [
    z.object({ by: z.literal('app'), code: appCode }),
    z.object({ by: z.literal('recovery_code'), code: recoveryCode }),
    z.object({ by: z.literal('passkey'), credential: passkeyAnswer }),
  ],
  { error: 'Enter the six digits' },
);
export type FactorProof = z.infer<typeof factorProof>;

/** The refusal of a right password where a second step is asked for: the ticket comes back with it. */
export const secondStepNeeded = problem.extend({
  ticket: z.string().optional(),
  methods: z.array(stepMethod).optional(),
  expiresAt: z.iso.datetime().optional(),
});
export type SecondStepNeeded = { ticket: string; methods: StepMethod[] };
const ticket = z.string().min(1).max(256);
export const secondStep = z
  .object({ ticket, proof: factorProof })
  .meta({ example: { ticket: 'the ticket of the answer to /auth/login', proof: { by: 'app', code: '123456' } } });
export const ticketOnly = z.object({ ticket }).meta({ example: { ticket: 'the ticket of the answer to /auth/login' } });
export const passkeySignIn = z.object({ credential: passkeyAnswer, remember: z.boolean().optional() }).meta({
  example: {
    credential: {
      ...named,
      response: { clientDataJSON: 'AQID', authenticatorData: 'AQID', signature: 'AQID' },
    },
    remember: true,
  },
});

/** What whoever is signed in may prove themselves by. */
export const proofWays = z.object({ ways: z.array(z.enum([...stepMethod.options, 'password'])) });
export type ProofWay = z.infer<typeof proofWays>['ways'][number];
export const ownerProof = z
  .object({
    proof: z.union(
      [
        ...factorProof.options,
        z.object({
          by: z.literal('password'),
          password: z.string().min(1, say.passwordRequired).max(128, say.passwordTooLong),
        }),
      ],
      { error: 'Enter the six digits' },
    ),
  })
  .meta({ example: { proof: { by: 'password', password: 'Analytical1843' } } });
/** Until when it need not be proved again. */
export const ownerProofReply = z.object({ provedUntil: z.iso.datetime() });
