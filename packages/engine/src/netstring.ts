/** One EVAPI message on the wire: its length in bytes, a colon, the bytes, a comma. */
export function encodeNetstring(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  return Buffer.concat([Buffer.from(`${bytes.length}:`), bytes, Buffer.from(',')]);
}

const COLON = 0x3a;
const COMMA = 0x2c;
const LONGEST_LENGTH_FIELD = 7;

/** The peer broke the form of netstrings, or the size that we accept: nothing after it can be read. */
export class BrokenNetstring extends Error {}

/** A reader of a stream of netstrings. Give it what arrives; it gives the messages that are complete, in order. */
export function createNetstringReader(longestBytes = 65_536): (chunk: Buffer) => string[] {
  let waiting: Buffer = Buffer.alloc(0);
  return (chunk) => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    const messages: string[] = [];
    for (;;) {
      const colon = waiting.subarray(0, LONGEST_LENGTH_FIELD + 1).indexOf(COLON);
      if (colon === -1) {
        if (waiting.length > LONGEST_LENGTH_FIELD) throw new BrokenNetstring('no length where one should be');
        return messages;
      }
      const lengthField = waiting.toString('latin1', 0, colon);
      const length = Number(lengthField);
      if (!/^\d+$/.test(lengthField) || length > longestBytes) {
        throw new BrokenNetstring(`a length of "${lengthField}" bytes`);
      }
      const end = colon + 1 + length;
      if (waiting.length <= end) return messages;
      if (waiting[end] !== COMMA) throw new BrokenNetstring('no comma after the message');
      messages.push(waiting.toString('utf8', colon + 1, end));
      waiting = waiting.subarray(end + 1);
    }
  };
}
