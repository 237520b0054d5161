import type { newPasskeyAnswer, PasskeyAnswer } from '@farline/contracts';
import type { z } from 'zod';
import type { Executor } from '../../../platform/database.ts';
import type { User } from '../record/account.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { passkeyRefused } from './factor-problems.ts';
import type { Factor, PasskeyFactor } from './factor.ts';
import { type ChallengePurpose, newChallenge, readChallenge } from './passkey-challenge.ts';
import { noteAnswered } from '../record/tickets-store.ts';

/** Loaded with the first passkey: reading it takes longer than all the rest of the server. */
const webauthn = async () => await import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256 (COSE): what every browser's authenticators have. */
const ALGORITHMS = [-8, -7, -257];

type Deps = Pick<UseCaseDeps, 'database' | 'clock' | 'log' | 'settings' | 'challengeKey'>;

/** What `navigator.credentials.get` is asked with: `passkeys` alone, or whatever the person's device has for this site. */
export async function askForPasskey(deps: Deps, purpose: ChallengePurpose, passkeys: PasskeyFactor[] | 'any') {
  const { generateAuthenticationOptions } = await webauthn();
  return await generateAuthenticationOptions({
    rpID: siteOf(deps),
    challenge: newChallenge(deps.challengeKey, purpose, deps.clock.now()),
    // Alone it stands for both, what one has and what one knows; beside a password it need not.
    userVerification: passkeys === 'any' ? 'required' : 'preferred',
    ...(passkeys === 'any' ? {} : { allowCredentials: passkeys.map(described) }),
  });
}

/** What `navigator.credentials.create` is asked with. Keys that the user has already are left out. */
export async function askForNewPasskey(deps: Deps, user: User, factors: Factor[]) {
  const known = factors.filter((factor) => factor.kind === 'passkey');
  const { generateRegistrationOptions } = await webauthn();
  return await generateRegistrationOptions({
    rpName: 'Farline',
    rpID: siteOf(deps),
    userName: user.email,
    userDisplayName: `${user.firstName} ${user.lastName}`,
    userID: Uint8Array.from(Buffer.from(user.id)),
    challenge: newChallenge(deps.challengeKey, { act: 'add', whom: user.id }, deps.clock.now()),
    excludeCredentials: known.map(described),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** The key of a new passkey, when its answer is right: of this site, to a challenge of this user that was not answered before. */
export async function readNewPasskey(
  deps: Deps,
  userId: string,
  credential: z.infer<typeof newPasskeyAnswer>,
): Promise<Pick<PasskeyFactor, 'credentialId' | 'publicKey' | 'counter' | 'transports'>> {
  const { authenticatorAttachment, response, ...rest } = credential;
  const { transports, ...said } = response;
  const isExpected = challengeOf(deps, { act: 'add', whom: userId });
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo } = await refused(deps, async () =>
    verifyRegistrationResponse({
      response: {
        ...rest,
        response: { ...said, ...(transports === undefined ? {} : { transports }) },
        ...(authenticatorAttachment === undefined ? {} : { authenticatorAttachment }),
      },
      expectedChallenge: isExpected.check,
      expectedOrigin: originsOf(deps),
      expectedRPID: siteOf(deps),
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (registrationInfo === undefined) throw passkeyRefused();
  await isExpected.noteAnswered(deps.database);
  const { id, publicKey, counter } = registrationInfo.credential;
  return {
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    counter,
    transports: transports ?? [],
  };
}

/**
 * The counter that a passkey signed, when its answer is right: of this key and site, to a challenge for this purpose that was
 * not answered before. Refuses a counter that does not rise, of a key that counts: there are two of it (WebAuthn §7.2, 22).
 */
export async function readSignature(
  deps: Deps,
  signed: { passkey: PasskeyFactor; answer: PasskeyAnswer; purpose: ChallengePurpose },
): Promise<number> {
  const { passkey, answer, purpose } = signed;
  const { userHandle, ...said } = answer.response;
  // Signed with somebody else's key in mind, it is no answer for this one.
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== passkey.userId) {
    throw passkeyRefused();
  }
  const { authenticatorAttachment, ...rest } = answer;
  const isExpected = challengeOf(deps, purpose);
  const { verifyAuthenticationResponse } = await webauthn();
  const { verified, authenticationInfo } = await refused(deps, async () =>
    verifyAuthenticationResponse({
      response: {
        ...rest,
        response: { ...said, ...(userHandle === undefined ? {} : { userHandle }) },
        ...(authenticatorAttachment === undefined ? {} : { authenticatorAttachment }),
      },
      expectedChallenge: isExpected.check,
      expectedOrigin: originsOf(deps),
      expectedRPID: siteOf(deps),
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: purpose.act === 'sign_in',
    }),
  );
  if (!verified) throw passkeyRefused();
  await isExpected.noteAnswered(deps.database);
  return authenticationInfo.newCounter;
}

/** The site that passkeys are for: the host of the pages (WebAuthn's RP ID). */
const siteOf = ({ settings }: Deps) => new URL(settings.publicUrl).hostname;

/** Where its pages may be opened. */
const originsOf = ({ settings }: Deps) => settings.origins ?? [new URL(settings.publicUrl).origin];

const described = ({ credentialId, transports }: PasskeyFactor) => ({
  id: credentialId.toString('base64url'),
  transports,
});

function challengeOf(deps: Deps, purpose: ChallengePurpose) {
  let found: ReturnType<typeof readChallenge> = null;
  return {
    check: (challenge: string) => {
      found = readChallenge(deps.challengeKey, purpose, { challenge, now: deps.clock.now() });
      return found !== null;
    },
    noteAnswered: async (database: Executor) => {
      if (found === null || !(await noteAnswered(database, found))) throw passkeyRefused();
    },
  };
}

/** The library throws for whatever is wrong: the customer hears that it was refused, and the log why. */
async function refused<T>(deps: Deps, verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    deps.log.info({ why: error instanceof Error ? error.message : String(error) }, 'a passkey was refused');
    throw passkeyRefused();
  }
}
