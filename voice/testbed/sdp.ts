import { randomBytes } from 'node:crypto';

/** What a browser offers: ICE, DTLS-SRTP, Opus first. The address is one that must not get through. */
export function browserOffer({ candidates = 1 }: { candidates?: number } = {}): string {
  const address = '192.0.2.77';
  return sdp([
    `o=- 4611731400430051336 2 IN IP4 ${address}`,
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    'm=audio 51000 UDP/TLS/RTP/SAVPF 111 0 8 126 110',
    `c=IN IP4 ${address}`,
    'a=rtcp:9 IN IP4 0.0.0.0',
    ...Array.from(
      { length: candidates },
      (_, index) =>
        `a=candidate:${index} 1 udp 2122260223 ${address} ${51_000 + index} typ host generation 0 network-id ${index} network-cost 999`,
    ),
    'a=ice-ufrag:4ZcD',
    'a=ice-pwd:2/1muCWoOi3uLifh0NuRHlh3',
    'a=fingerprint:sha-256 AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99',
    'a=setup:actpass',
    'a=mid:0',
    'a=sendrecv',
    'a=rtcp-mux',
    'a=rtpmap:111 opus/48000/2',
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:8 PCMA/8000',
    'a=rtpmap:126 telephone-event/8000',
    'a=rtpmap:110 telephone-event/48000',
    'a=ssrc:1001 cname:farline',
  ]);
}

/** What a browser answers to an offer of G.711: ICE and DTLS, which it opens. */
export function browserAnswer(): string {
  return browserOffer()
    .replace('SAVPF 111 0 8 126 110', 'SAVPF 0 126')
    .replace('a=setup:actpass', 'a=setup:active')
    .replace(/a=rtpmap:(111|8|110) .*\r\n/g, '');
}

/** What a carrier's gateway says: plain RTP, PCMU and key presses. */
export function carrierAnswer(port: number, address = '127.0.0.1'): string {
  return sdp([
    `o=carrier 1 1 IN IP4 ${address}`,
    's=-',
    `c=IN IP4 ${address}`,
    't=0 0',
    `m=audio ${port} RTP/AVP 0 126`,
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:126 telephone-event/8000',
    'a=fmtp:126 0-15',
  ]);
}

/** What a phone says that takes encrypted sound alone: SRTP by SDES (RFC 4568). */
export function encryptedAnswer(port: number, address = '127.0.0.1', key = newSrtpKey()): string {
  return `${carrierAnswer(port, address).replace('RTP/AVP', 'RTP/SAVP')}a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${key}\r\n`;
}

/** A key and a salt, as they stand in `a=crypto` after `inline:` (RFC 4568 §6.1). */
export const newSrtpKey = (): string => randomBytes(30).toString('base64');

function sdp(lines: string[]): string {
  return ['v=0', ...lines, ''].join('\r\n');
}

/** Where a description wants its sound: the connection address and the port of its first medium. */
export function mediaOf(description: string): { host: string; port: number } {
  return {
    host: /^c=IN IP4 (\S+)/m.exec(description)?.[1] ?? '',
    port: Number(/^m=audio (\d+)/m.exec(description)?.[1] ?? 0),
  };
}
