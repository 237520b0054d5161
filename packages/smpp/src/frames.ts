import { HEADER_OCTETS } from './pdu.ts';

/** Room for a `message_payload` of 64 K and everything around it. */
const MOST_FRAME_OCTETS = 70_000;
const LENGTH_OCTETS = 4;

/** A stream that has lost its frames: nothing that follows can be understood. */
export class BrokenStream extends Error {}

/**
 * Cuts a stream into the frames of its PDUs, however it is torn, and hands each on. It keeps at most one frame that is not whole.
 * What it gives throws BrokenStream at a length that no PDU has, as where the other side does not speak SMPP.
 */
export function createFrameReader(take: (frame: Buffer) => void): (chunk: Buffer) => void {
  let kept: Buffer[] = [];
  let keptOctets = 0;
  let wanted = LENGTH_OCTETS;
  return (chunk) => {
    kept.push(chunk);
    keptOctets += chunk.length;
    if (keptOctets < wanted) return;
    const octets = Buffer.concat(kept);
    let at = 0;
    for (;;) {
      wanted = wantedFrom(octets, at);
      if (octets.length - at < wanted) break;
      take(octets.subarray(at, at + wanted));
      at += wanted;
    }
    // A copy: what is left of a large chunk would keep all of it.
    kept = [Buffer.from(octets.subarray(at))];
    keptOctets = octets.length - at;
  };
}

/** The octets of the frame that begins there; of one whose length has not come yet, those of the length. */
function wantedFrom(octets: Buffer, at: number): number {
  if (octets.length - at < LENGTH_OCTETS) return LENGTH_OCTETS;
  const length = octets.readUInt32BE(at);
  if (length < HEADER_OCTETS || length > MOST_FRAME_OCTETS)
    throw new BrokenStream(`a PDU cannot have ${length} octets`);
  return length;
}
