import type { ConnectionTestEvent } from './connection-test.ts';

/** A public STUN server: it tells a browser its address as the internet sees it (RFC 8489). */
export const PUBLIC_STUN = 'stun:stun.l.google.com:19302';

const GATHER_WITHIN_MS = 5_000;

/**
 * Builds an offer as a call would, gathers addresses with the help of a public STUN server, tells each step, and lets
 * everything go. Ends after five seconds at the latest: the server may be out of reach.
 */
export async function buildTestOffer(tell: (event: ConnectionTestEvent) => void): Promise<void> {
  const connection = new RTCPeerConnection({ iceServers: [{ urls: PUBLIC_STUN }] });
  const startedAt = performance.now();
  const counts = { host: 0, srflx: 0, prflx: 0, relay: 0 };
  try {
    connection.addTransceiver('audio', { direction: 'sendrecv' });
    connection.createDataChannel('test');
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate === null || candidate.candidate === '' || candidate.type === null) return;
      counts[candidate.type] += 1;
      tell({ type: 'candidate', kind: candidate.type, protocol: candidate.protocol ?? 'udp' });
    });
    const gathered = gatheringEnds(connection);
    const offer = await connection.createOffer();
    tell({ type: 'offer-built', ...readOffer(offer.sdp ?? '') });
    await connection.setLocalDescription(offer);
    const isComplete = await gathered;
    tell({ type: 'gathered', isComplete, afterMs: performance.now() - startedAt, counts });
  } catch (error) {
    tell({ type: 'test-failed', reason: error instanceof Error ? error.message : String(error) });
  } finally {
    connection.close();
  }
}

/** The lines of an offer, and its audio codecs by name, each once. */
export function readOffer(sdp: string): { lines: number; codecs: string[] } {
  const lines = sdp.split('\r\n').filter((line) => line !== '');
  const audio = lines.slice(lines.findIndex((line) => line.startsWith('m=audio')));
  const end = audio.findIndex((line, index) => index > 0 && line.startsWith('m='));
  const names = (end === -1 ? audio : audio.slice(0, end)).flatMap(
    (line) => /^a=rtpmap:\d+ ([^/]+)\//.exec(line)?.[1] ?? [],
  );
  return { lines: lines.length, codecs: [...new Set(names)] };
}

async function gatheringEnds(connection: RTCPeerConnection): Promise<boolean> {
  return await new Promise<boolean>((ends) => {
    const timer = setTimeout(() => ends(false), GATHER_WITHIN_MS);
    connection.addEventListener('icegatheringstatechange', () => {
      if (connection.iceGatheringState !== 'complete') return;
      clearTimeout(timer);
      ends(true);
    });
  });
}
