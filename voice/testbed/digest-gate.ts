import { createHash, randomBytes } from 'node:crypto';
import type { SipMessage } from './sip-message.ts';

/** What a request hears. */
export type Verdict = { status: number; phrase: string; headers?: readonly (readonly [string, string])[] };

/** What a far side asks of whoever wants something of it (RFC 3261 §22, RFC 8760). */
export type GateOptions = {
  user: string;
  password: string;
  realm?: string;
  /** One challenge each, in this order. */
  algorithms?: readonly string[];
  status?: 401 | 407;
  /** What is challenged. */
  methods?: readonly string[];
  /** As `auth` or `auth,auth-int`; null: as before RFC 2617. */
  qop?: string | null;
  /** So many right answers in a row are told that their nonce was stale. */
  staleTimes?: number;
  /** The challenge goes over several lines, as in RFC 3261 §20.44, with a tab in it. */
  isFolded?: boolean;
  /** No answer is ever right. */
  isShut?: boolean;
};

export type Gate = {
  /** Null for what may pass; else the challenge. */
  judge(request: SipMessage): Verdict | null;
  /** What was not as it has to be, as sentences: whoever is strict refuses it. */
  readonly complaints: readonly string[];
  /** How often it challenged. */
  challenged(): number;
};

type Asked = { cseq: number; callId: string; fromTag: string };

const HASHES: Record<string, string> = { MD5: 'md5', 'SHA-256': 'sha256' };
const cseqOf = (message: SipMessage) => Number.parseInt(message.cseq, 10);

/** A far side that takes each nonce once, from the request after the one that it was shown to. */
export function createGate(options: GateOptions): Gate {
  const { user, password, realm = 'carrier.example', algorithms = ['MD5'], status = 401, qop = 'auth' } = options;
  const methods = options.methods ?? ['INVITE', 'REGISTER'];
  const shown = new Map<string, Asked>();
  const complaints: string[] = [];
  let staleLeft = options.staleTimes ?? 0;
  let times = 0;

  return {
    complaints,
    challenged: () => times,
    judge(request) {
      if (!methods.includes(request.method ?? '')) return null;
      const proof = request.header(status === 401 ? 'Authorization' : 'Proxy-Authorization');
      if (proof === '' || options.isShut === true) return challenge(request, false);
      const words = readDigest(proof);
      const asked = shown.get(words['nonce'] ?? '');
      if (asked === undefined) return challenge(request, true);
      shown.delete(words['nonce'] ?? '');
      complain(request, words, asked);
      if (words['username'] !== user || words['response'] !== responseOf(words, request.method ?? '')) {
        return challenge(request, false);
      }
      return staleLeft-- > 0 ? challenge(request, true) : null;
    },
  };

  function challenge(request: SipMessage, isStale: boolean): Verdict {
    times += 1;
    const name = status === 401 ? 'WWW-Authenticate' : 'Proxy-Authenticate';
    const headers = algorithms.map((algorithm) => {
      const nonce = randomBytes(12).toString('base64');
      shown.set(nonce, { cseq: cseqOf(request), callId: request.callId, fromTag: request.fromTag });
      const words = [
        `realm="${realm}"`,
        `nonce="${nonce}"`,
        `opaque="a, b=${algorithm}"`,
        `algorithm=${algorithm}`,
        ...(qop === null ? [] : [`qop="${qop}"`]),
        ...(isStale ? ['stale=true'] : []),
      ];
      return [name, `Digest ${words.join(options.isFolded === true ? ',\r\n \t' : ', ')}`] as const;
    });
    return { status, phrase: 'Who Are You', headers };
  }

  function complain(request: SipMessage, words: Record<string, string>, asked: Asked): void {
    const expected: Record<string, [string | undefined, string | undefined]> = {
      uri: [words['uri'], request.uri],
      realm: [words['realm'], realm],
      opaque: [words['opaque'], `a, b=${words['algorithm'] ?? ''}`],
      nc: [words['nc'], qop === null ? undefined : '00000001'],
      qop: [words['qop'], qop === null ? undefined : 'auth'],
      'Call-ID': [request.callId, asked.callId],
      'From tag': [request.fromTag, asked.fromTag],
    };
    for (const [what, [seen, wanted]] of Object.entries(expected)) {
      if (seen !== wanted) complaints.push(`${request.method}: ${what} is ${seen}, not ${wanted}`);
    }
    const cseq = cseqOf(request);
    const isNext = request.toTag === '' ? cseq === asked.cseq + 1 : cseq > asked.cseq;
    if (!isNext) complaints.push(`${request.method}: CSeq ${cseq} after ${asked.cseq}`);
  }

  function responseOf(words: Record<string, string>, method: string): string | null {
    const hash = HASHES[words['algorithm'] ?? 'MD5'];
    if (hash === undefined) return null;
    const digest = (text: string) => createHash(hash).update(text).digest('hex');
    const { nonce = '', nc = '', cnonce = '', uri = '' } = words;
    const middle = qop === null ? nonce : [nonce, nc, cnonce, 'auth'].join(':');
    return digest([digest(`${user}:${realm}:${password}`), middle, digest(`${method}:${uri}`)].join(':'));
  }
}

function readDigest(header: string): Record<string, string> {
  const pairs = [...header.replace(/^Digest /, '').matchAll(/(\w+)=(?:"([^"]*)"|([^, ]*))/g)];
  return Object.fromEntries(pairs.map(([, name = '', quoted, bare]) => [name, quoted ?? bare ?? '']));
}
