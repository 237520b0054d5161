import { decoded } from './carrier-url.ts';

/** A STUN or TURN server as browsers want it (RTCIceServer of W3C WebRTC). */
type IceServer = { urls: string[]; username?: string; credential?: string };

const HOST = String.raw`(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?`;
const STUN = new RegExp(`^stuns?:(${HOST})$`, 'i');
const TURN = new RegExp(String.raw`^(turns?):(?:([^:@]+):([^:@]+)@)?(${HOST})(\?transport=(?:udp|tcp))?$`, 'i');
const EXPECTED =
  'expected stun:host or turn:name:password@host, with :port behind a host where it is not the usual one';

/**
 * One STUN or TURN server: `stun:host:port` (RFC 7064), or `turn:name:password@host:port?transport=udp` (RFC 7065, which has no place for a
 * login: a browser wants it apart, and starts no call without). A sentence where it cannot be read, which repeats nothing of it.
 */
export function readIceServer(text: string): IceServer | string {
  const [stun, stunHost] = STUN.exec(text) ?? [];
  if (stun !== undefined && isHost(stunHost)) return { urls: [stun] };
  const [, scheme, name, password, host, transport = ''] = TURN.exec(text) ?? [];
  if (scheme === undefined || !isHost(host)) return EXPECTED;
  if (name === undefined || password === undefined) return 'a TURN server needs a login: turn:name:password@host';
  const [username, credential] = [decoded(name), decoded(password)];
  if (username === null || credential === null) return 'a % in a name or a password is written as %25';
  return { urls: [`${scheme}:${host}${transport}`], username, credential };
}

/** Of a port that there can be, too: a browser throws at any other. */
function isHost(host: string | undefined): host is string {
  return host !== undefined && URL.canParse(`http://${host}`);
}
