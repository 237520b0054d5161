/** A SIP message as it stood on the wire, and its parts by name. Header names are compared without case. */
export type SipMessage = {
  readonly text: string;
  /** Null in a response. */
  readonly method: string | null;
  readonly uri: string;
  /** 0 in a request. */
  readonly status: number;
  readonly phrase: string;
  readonly body: string;
  /** The first header of that name, or ''. */
  header(name: string): string;
  headers(name: string): string[];
  /** CSeq number and method, e.g. `2 INVITE`. */
  readonly cseq: string;
  readonly callId: string;
  readonly fromTag: string;
  readonly toTag: string;
};

/** Reads one message. Compact header names (v, f, t, i, m, l) are read as the long ones. */
export function readSip(text: string): SipMessage {
  const split = text.indexOf('\r\n\r\n');
  const [startLine = '', ...lines] = text.slice(0, split === -1 ? text.length : split).split('\r\n');
  const pairs = lines.map((line) => {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    return [COMPACT[name] ?? name, line.slice(colon + 1).trim()] as const;
  });
  const headers = (name: string) => pairs.filter(([key]) => key === name.toLowerCase()).map(([, value]) => value);
  const header = (name: string) => headers(name)[0] ?? '';
  const response = /^SIP\/2\.0 (\d{3}) ?(.*)$/.exec(startLine);
  const request = /^(\S+) (\S+) SIP\/2\.0$/.exec(startLine);
  return {
    text,
    method: response === null ? (request?.[1] ?? '') : null,
    uri: request?.[2] ?? '',
    status: Number(response?.[1] ?? 0),
    phrase: response?.[2] ?? '',
    body: split === -1 ? '' : text.slice(split + 4),
    header,
    headers,
    cseq: header('CSeq'),
    callId: header('Call-ID'),
    fromTag: tagOf(header('From')),
    toTag: tagOf(header('To')),
  };
}

const COMPACT: Record<string, string> = {
  v: 'via',
  f: 'from',
  t: 'to',
  i: 'call-id',
  m: 'contact',
  l: 'content-length',
};

function tagOf(value: string): string {
  return /;tag=([^;>\s]+)/.exec(value)?.[1] ?? '';
}

/** Writes one message; Content-Length is counted here. */
export function writeSip(startLine: string, headers: readonly (readonly [string, string])[], body = ''): string {
  const lines = [...headers.map(([name, value]) => `${name}: ${value}`), `Content-Length: ${Buffer.byteLength(body)}`];
  return `${startLine}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** The URI inside a From, To, Contact or Route value. */
export function uriOf(value: string): string {
  return /<([^>]+)>/.exec(value)?.[1] ?? value.replace(/;.*$/, '').trim();
}
