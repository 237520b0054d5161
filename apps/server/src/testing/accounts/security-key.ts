import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

type Options = { challenge: string };
type Site = { origin?: string; rpId?: string; userVerified?: boolean };

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

/** A passkey made of software (WebAuthn Level 3 §6): ES256, no attestation, and a counter that the test may set. */
export function securityKey(userId: string | null = null) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const key = {
    id: text(id),
    counter: 0,
    /** Whom it says to have been made for; null: it does not say. */
    userId,

    /** What `navigator.credentials.create` gives. */
    create(options: Options, site: Site = {}) {
      const cose = coseKey(Buffer.from(jwk.x ?? '', 'base64url'), Buffer.from(jwk.y ?? '', 'base64url'));
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cose]);
      const authData = Buffer.concat([authenticatorData(key.counter, WITH_KEY, site), attested]);
      return {
        ...named(id),
        response: {
          clientDataJSON: text(clientData('webauthn.create', options, site)),
          attestationObject: text(attestation(authData)),
          transports: ['internal'],
        },
      };
    },

    /** What `navigator.credentials.get` gives. */
    get(options: Options, site: Site = {}) {
      const authData = authenticatorData(key.counter, 0, site);
      const said = clientData('webauthn.get', options, site);
      const signature = createSign('sha256').update(authData).update(sha256(said)).sign(privateKey);
      return {
        ...named(id),
        response: {
          clientDataJSON: text(said),
          authenticatorData: text(authData),
          signature: text(signature),
          ...(key.userId === null ? {} : { userHandle: text(Buffer.from(key.userId)) }),
        },
      };
    },
  };
  return key;
}

const named = (id: Uint8Array) => ({
  id: text(id),
  rawId: text(id),
  type: 'public-key',
  clientExtensionResults: {},
  authenticatorAttachment: 'platform',
});

const clientData = (type: string, { challenge }: Options, { origin = 'http://localhost:4001' }: Site) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function authenticatorData(counter: number, more: number, { rpId = 'localhost', userVerified = true }: Site): Buffer {
  const flags = PRESENT | (userVerified ? VERIFIED : 0) | more;
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags, 0);
  tail.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), tail]);
}

/** COSE_Key of an EC2 key on P-256 (RFC 9053 §7.1.1), in CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(x: Buffer, y: Buffer): Buffer {
  const bytes = Buffer.from([0x58, 0x20]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes,
    x,
    Buffer.from([0x22]),
    bytes,
    y,
  ]);
}

/** CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}. */
function attestation(authData: Buffer): Buffer {
  const word = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
  const length = Buffer.alloc(3);
  length.writeUInt8(0x59, 0);
  length.writeUInt16BE(authData.length, 1);
  return Buffer.concat([
    Buffer.from([0xa3]),
    word('fmt'),
    word('none'),
    word('attStmt'),
    Buffer.from([0xa0]),
    word('authData'),
    length,
    authData,
  ]);
}
