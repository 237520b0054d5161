/** Where a datagram came from or goes to. */
export interface Address {
  host: string;
  port: number;
}

/** Whether a message is a response; else it is a request. */
export const isResponse = (text: string) => text.startsWith('SIP/2.0 ');

/** The status of a response. */
export const statusOf = (response: string) => Number(response.slice(8, 11));

/** The method of a request. */
export const methodOf = (request: string) => request.slice(0, request.indexOf(' '));

/** The headers that stand in short form too (RFC 3261 §7.3.3). */
const SHORT: Partial<Record<string, string>> = { via: 'v', to: 't', from: 'f', 'call-id': 'i', contact: 'm' };

/** Values of all headers of a name, top first, as they stand; folded lines are joined. */
export function headersOf(text: string, name: string): string[] {
  const head = (text.split('\r\n\r\n', 1)[0] ?? '').replace(/\r\n[ \t]+/g, ' ');
  const wanted = name.toLowerCase();
  return head
    .split('\r\n')
    .slice(1)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      const found = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
      return found === wanted || found === SHORT[wanted] ? [line.slice(colon + 1).trim()] : [];
    });
}

/** The body of a message; null where it has none. */
export function bodyOf(text: string): string | null {
  const end = text.indexOf('\r\n\r\n');
  return end === -1 || end + 4 === text.length ? null : text.slice(end + 4);
}

/** The transaction that a message belongs to: the branch of its top Via (RFC 3261 §17.1.3); null where it has none. */
export const branchOf = (text: string) => /^(?:Via|v)[ \t]*:[^\r\n]*?;branch=([^;,\s]+)/im.exec(text)?.[1] ?? null;

/** The method that the CSeq names: in a response, what is answered. */
export const answeredMethod = (text: string) => /^CSeq[ \t]*:\s*\d+\s+(\w+)/im.exec(text)?.[1] ?? null;

/** The user of the URI of a request as it was sent: the number dialled, decoded. */
export function requestUser(request: string): string | null {
  const user = /^\S+ sips?:([^@\s>]+)@/i.exec(request)?.[1];
  return user === undefined ? null : userOf(user);
}

/** The user of a name-addr or addr-spec header, such as From. */
export function headerUser(header: string): string | null {
  const user = /sips?:([^@\s>]+)@/i.exec(header)?.[1];
  return user === undefined ? null : userOf(user);
}

function userOf(escaped: string): string {
  const [user = ''] = escaped.split(/[:;]/);
  return user.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The request with another user in its URI. */
export const withRequestUser = (request: string, user: string) =>
  request.replace(/^(\S+ sips?:)(?:[^@\s]*@)?/i, `$1${user}@`);

/** Where a request goes next: to the top Route, else to its own URI (RFC 3261 §8.1.2); null where neither can be read. */
export function nextHop(request: string): Address | null {
  const [route] = headersOf(request, 'Route');
  const uri = route ?? request.slice(0, request.indexOf('\r\n'));
  const found = /sip:(?:[^@\s>;]*@)?(\[[^\]]+\]|[^:;>\s?]+)(?::(\d+))?/i.exec(uri);
  if (!found?.[1]) return null;
  return { host: found[1].replace(/^\[|\]$/g, ''), port: Number(found[2] ?? 5060) };
}

/** A response to a request: the headers that must be the same (RFC 3261 §8.2.6.2), then those given, then the body. */
export function respondTo(
  request: string,
  response: { status: number; reason: string; headers: string[]; body?: string },
): string {
  const copied = ['Via', 'From', 'To', 'Call-ID', 'CSeq'].flatMap((name) =>
    headersOf(request, name).map((value) => `${name}: ${value}`),
  );
  const body = response.body ?? '';
  return [
    `SIP/2.0 ${response.status} ${response.reason}`,
    ...copied,
    ...response.headers,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
