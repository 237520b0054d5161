/** A PDU whose octets are not what its command says. */
export class MalformedPdu extends Error {}

const NUL = 0;

/** Reads the octets of a PDU's body in order. Throws MalformedPdu where it ends too early. */
export class OctetReader {
  readonly #octets: Buffer;
  #at: number;

  constructor(octets: Buffer, from: number) {
    this.#octets = octets;
    this.#at = from;
  }

  get left(): number {
    return this.#octets.length - this.#at;
  }

  octet(): number {
    return this.octets(1)[0] ?? 0;
  }

  short(): number {
    return this.octets(2).readUInt16BE();
  }

  octets(count: number): Buffer {
    if (count > this.left) throw new MalformedPdu(`${count} octets are said to follow, and ${this.left} do`);
    const found = this.#octets.subarray(this.#at, this.#at + count);
    this.#at += count;
    return found;
  }

  /**
   * A C-Octet String (SMPP 3.4 §3.1), each octet as one character. Some carriers leave the NUL out where the PDU ends: its
   * end ends the string too.
   */
  text(mostCharacters: number): string {
    const nul = this.#octets.indexOf(NUL, this.#at);
    const end = nul === -1 ? this.#octets.length : nul;
    if (end - this.#at > mostCharacters) throw new MalformedPdu(`a text of more than ${mostCharacters} characters`);
    const text = this.#octets.toString('latin1', this.#at, end);
    this.#at = Math.min(end + 1, this.#octets.length);
    return text;
  }
}

/** Writes the octets of a PDU in order. Throws RangeError for what has no place in its field: that is our own fault. */
export class OctetWriter {
  readonly #pieces: Buffer[] = [];

  octet(value: number): void {
    this.#pieces.push(Buffer.from([inRange(value, 0xff)]));
  }

  short(value: number): void {
    const piece = Buffer.alloc(2);
    piece.writeUInt16BE(inRange(value, 0xffff));
    this.#pieces.push(piece);
  }

  octets(octets: Uint8Array): void {
    this.#pieces.push(Buffer.from(octets));
  }

  /** A C-Octet String: a NUL within it would move every field behind it. */
  text(text: string, mostCharacters: number): void {
    const octets = Buffer.from(`${text}\0`, 'latin1');
    if (text.length > mostCharacters || text.includes('\0') || octets.toString('latin1', 0, text.length) !== text) {
      throw new RangeError(`not a text of ${mostCharacters} octets at most without NUL`);
    }
    this.#pieces.push(octets);
  }

  written(): Buffer {
    return Buffer.concat(this.#pieces);
  }
}

function inRange(value: number, most: number): number {
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new RangeError(`${value} is not within 0 to ${most}`);
  return value;
}
