import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { SignJWT } from 'jose';

type Headers = Record<string, string>;

/** As Twilio signs: https://www.twilio.com/docs/usage/security#validating-requests */
export function signedForm(url: string, fields: Headers, token: string): { headers: Headers; body: string } {
  const names = Object.keys(fields).sort();
  const signed = url + names.map((name) => name + fields[name]).join('');
  return {
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'x-twilio-signature': createHmac('sha1', token).update(signed).digest('base64'),
    },
    body: new URLSearchParams(fields).toString(),
  };
}

/** A key pair as Telnyx has one: the public key is 32 octets in base64. */
export function anEd25519Pair() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { publicKey: Buffer.from(x, 'base64url').toString('base64'), privateKey };
}

/** As Telnyx signs: https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks */
export function signedByEd25519(told: unknown, { privateKey }: ReturnType<typeof anEd25519Pair>, at: Date) {
  const body = JSON.stringify(told);
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const headers = {
    'content-type': 'application/json',
    'telnyx-timestamp': timestamp,
    'telnyx-signature-ed25519': sign(null, Buffer.from(`${timestamp}|${body}`), privateKey).toString('base64'),
  };
  return { headers, body };
}

/** As Vonage signs: https://developer.vonage.com/en/messages/concepts/signed-webhooks */
export async function signedByJwt(told: unknown, secret: string, at: Date, signed: unknown = told) {
  const body = JSON.stringify(told);
  const payloadHash = createHash('sha256').update(JSON.stringify(signed)).digest('hex');
  const token = await new SignJWT({ payload_hash: payloadHash, api_key: 'a1b2c3d4', iss: 'Vonage' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(Math.floor(at.getTime() / 1000))
    .sign(Buffer.from(secret));
  return { headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` }, body };
}
