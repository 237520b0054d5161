import { PlainError } from './plain-error.mjs';

/** The least Node that the first command runs on, as `engines` in package.json; all else runs on the one that npm brings. */
const LEAST_NODE = 20;

/** Throws a PlainError when the Node that runs this is too old: Debian 12's own is 18. */
export function ensureNode() {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= LEAST_NODE) return;
  throw new PlainError(
    `Farline needs Node.js ${LEAST_NODE} or newer to start, and this is ${node}: install a newer one (https://nodejs.org/en/download), then type the same again.`,
  );
}
