import type { Factor as FactorReply } from '@farline/contracts';

type Named = { id: string; userId: string; name: string; createdAt: Date; lastUsedAt: Date | null };
/** An authenticator app. No code of `lastStep`, or of a step before it, is taken any more. */
export type AppFactor = Named & { kind: 'app'; secret: Buffer; lastStep: number };
/** A key pair on somebody's device. `counter` is what it last said it had signed; 0: it does not count. */
export type PasskeyFactor = Named & {
  kind: 'passkey';
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
};
/** What somebody has beside their password. */
export type Factor = AppFactor | PasskeyFactor;

/** A factor as its owner sees it. */
export const viewFactor = ({ id, kind, name, createdAt, lastUsedAt }: Factor): FactorReply => ({
  id,
  kind,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
