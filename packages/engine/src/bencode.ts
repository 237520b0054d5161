/** What the ng protocol carries: byte strings (as text), whole numbers, lists and dictionaries. */
export type Bencoded = string | number | Bencoded[] | { [key: string]: Bencoded };

/** The peer sent something that is not bencode, or nests deeper than anything it has to say. */
export class BrokenBencode extends Error {}

const DEEPEST = 20;

/** Writes a value. Dictionary keys are sorted, as the form demands; numbers must be whole. */
export function encodeBencode(value: Bencoded): string {
  if (typeof value === 'string') return `${Buffer.byteLength(value)}:${value}`;
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new RangeError(`bencode has whole numbers only, not ${value}`);
    return `i${value}e`;
  }
  if (Array.isArray(value)) return `l${value.map(encodeBencode).join('')}e`;
  const pairs = Object.keys(value)
    .toSorted()
    .map((key) => `${encodeBencode(key)}${encodeBencode(value[key] ?? '')}`);
  return `d${pairs.join('')}e`;
}

/** Reads one value, which must be all there is. */
export function decodeBencode(bytes: Buffer): Bencoded {
  let at = 0;
  const value = read(0);
  if (at !== bytes.length) throw new BrokenBencode(`something follows at byte ${at}`);
  return value;

  function read(depth: number): Bencoded {
    if (depth > DEEPEST) throw new BrokenBencode('nested too deep');
    const kind = bytes[at];
    if (kind === undefined) throw new BrokenBencode('ends too early');
    if (kind === 0x69 /* i */) {
      at += 1;
      return readInteger(0x65);
    }
    if (kind === 0x6c /* l */) {
      const items: Bencoded[] = [];
      for (at += 1; bytes[at] !== 0x65; ) items.push(read(depth + 1));
      at += 1;
      return items;
    }
    if (kind === 0x64 /* d */) {
      const entries: [string, Bencoded][] = [];
      for (at += 1; bytes[at] !== 0x65; ) entries.push([readString(), read(depth + 1)]);
      at += 1;
      return Object.fromEntries(entries);
    }
    return readString();
  }

  function readString(): string {
    const length = readInteger(0x3a /* : */);
    const end = at + length;
    if (length < 0 || end > bytes.length) throw new BrokenBencode(`a string of ${length} bytes at byte ${at}`);
    const text = bytes.toString('utf8', at, end);
    at = end;
    return text;
  }

  function readInteger(terminator: number): number {
    const end = bytes.indexOf(terminator, at);
    const digits = end === -1 ? '' : bytes.toString('latin1', at, end);
    if (!/^-?\d{1,19}$/.test(digits)) throw new BrokenBencode(`no number at byte ${at}`);
    at = end + 1;
    return Number(digits);
  }
}
