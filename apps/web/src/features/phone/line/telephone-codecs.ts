/**
 * The offer with telephone codecs only: PCMU, PCMA and key presses at 8 kHz. The network behind speaks nothing else, and
 * nothing on the way transcodes.
 */
export function keepTelephoneCodecs(sdp: string): string {
  const lines = sdp.split('\r\n');
  const kept = new Set<string>();
  for (const line of lines) {
    const map = /^a=rtpmap:(\d+) (PCMU|PCMA|telephone-event)\/8000(?:\/1)?$/i.exec(line);
    if (map?.[1] !== undefined) kept.add(map[1]);
  }
  return lines
    .filter((line) => {
      const attribute = /^a=(?:rtpmap|fmtp|rtcp-fb):(\d+)/.exec(line);
      return attribute?.[1] === undefined || kept.has(attribute[1]);
    })
    .map((line) => (line.startsWith('m=audio ') ? keepPayloads(line, kept) : line))
    .join('\r\n');
}

function keepPayloads(mediaLine: string, kept: ReadonlySet<string>): string {
  const [media, port, protocol, ...payloads] = mediaLine.split(' ');
  return [media, port, protocol, ...payloads.filter((payload) => kept.has(payload))].join(' ');
}
