import { createHash, randomBytes } from 'node:crypto';

/** The answer to a challenge (RFC 7616 §3.4 with MD5 and qop=auth, as the engine asks for it). */
export function digest(given: {
  challenge: string;
  method: string;
  uri: string;
  username: string;
  password: string;
}): string {
  const field = (name: string) => new RegExp(`\\b${name}="?([^",]+)`).exec(given.challenge)?.[1] ?? '';
  const [realm, nonce, cnonce] = [field('realm'), field('nonce'), randomBytes(8).toString('hex')];
  const secret = md5(`${given.username}:${realm}:${given.password}`);
  const response = md5(`${secret}:${nonce}:00000001:${cnonce}:auth:${md5(`${given.method}:${given.uri}`)}`);
  return (
    `Digest username="${given.username}", realm="${realm}", nonce="${nonce}", uri="${given.uri}", ` +
    `response="${response}", algorithm=MD5, qop=auth, nc=00000001, cnonce="${cnonce}"`
  );
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
