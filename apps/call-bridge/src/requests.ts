import { headersOf } from '@farline/sip-endpoint/signalling';

/** The CANCEL of an INVITE is of its transaction (RFC 3261 §9.1). */
export function cancelOf(invite: string): string {
  const [head = ''] = invite.split('\r\n\r\n', 1);
  return head
    .split('\r\n')
    .filter((line) => /^(?:INVITE |Via:|Max-Forwards:|Route:|From:|To:|Call-ID:|CSeq:)/.test(line))
    .map((line) => line.replace(/^INVITE /, 'CANCEL ').replace(/^(CSeq: \d+) INVITE/, '$1 CANCEL'))
    .concat('Content-Length: 0', '', '')
    .join('\r\n');
}

/** The ACK of a refusal belongs to the transaction of its INVITE (RFC 3261 §17.1.1.3). */
export function refusalAck(invite: string, response: string): string {
  const [head = ''] = invite.split('\r\n\r\n', 1);
  return head
    .split('\r\n')
    .filter((line) => /^(?:INVITE |Via:|Max-Forwards:|Route:|From:|Call-ID:|CSeq:)/.test(line))
    .map((line) => line.replace(/^INVITE /, 'ACK ').replace(/^(CSeq: \d+) INVITE/, '$1 ACK'))
    .concat(`To: ${headersOf(response, 'To')[0]}`, 'Content-Length: 0', '', '')
    .join('\r\n');
}

/** The URI of a header's value, in brackets or not. */
export const uriIn = (value: string) => /<([^>]+)>/.exec(value)?.[1] ?? value.trim();
