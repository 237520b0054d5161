const DIGITS = 10;
const ZERO = 48;
const ABSENT = 0;

/** Finds the value of the longest prefix of a number. Never changes: a new set of prefixes is a new trie. */
export type PrefixTrie<Value> = {
  /** The value of the longest prefix of the digits of `text` from `start` on, or null. Stops at the first non-digit. */
  longestMatch(text: string, start?: number): Value | null;
};

/** Builds a trie in one flat array of numbers: a step a digit, nothing to collect. Throws on a prefix with a non-digit. */
export function buildPrefixTrie<Value>(entries: Iterable<readonly [prefix: string, value: Value]>): PrefixTrie<Value> {
  const values: Value[] = [];
  const children: number[] = [];
  const valueOfNode: number[] = [];
  const addNode = (): number => {
    for (let digit = 0; digit < DIGITS; digit += 1) children.push(ABSENT);
    return valueOfNode.push(ABSENT) - 1;
  };

  const root = addNode();
  for (const [prefix, value] of entries) {
    let node = root;
    for (let at = 0; at < prefix.length; at += 1) {
      const digit = prefix.charCodeAt(at) - ZERO;
      if (digit < 0 || digit >= DIGITS) throw new RangeError(`"${prefix}" is no prefix of digits`);
      const place = node * DIGITS + digit;
      const child = children[place] ?? ABSENT;
      node = child === ABSENT ? addNode() : child;
      children[place] = node;
    }
    valueOfNode[node] = values.push(value);
  }
  return trieOver(Int32Array.from(children), Int32Array.from(valueOfNode), values);
}

function trieOver<Value>(children: Int32Array, valueOfNode: Int32Array, values: Value[]): PrefixTrie<Value> {
  return {
    longestMatch(text, start = 0) {
      let node = 0;
      let found = valueOfNode[0] ?? ABSENT;
      for (let at = start; at < text.length; at += 1) {
        const digit = text.charCodeAt(at) - ZERO;
        if (digit < 0 || digit >= DIGITS) break;
        node = children[node * DIGITS + digit] ?? ABSENT;
        if (node === ABSENT) break;
        const value = valueOfNode[node] ?? ABSENT;
        if (value !== ABSENT) found = value;
      }
      return found === ABSENT ? null : (values[found - 1] ?? null);
    },
  };
}
