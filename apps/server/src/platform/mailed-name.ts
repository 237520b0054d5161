import { isPlainLine } from '@farline/contracts';

/** A link, an address, or what a mail program makes one of: `evil.example`. */
const LEADS_SOMEWHERE = /[/:@]|[\p{L}\p{N}][.。][\p{L}\p{N}]/u;

/**
 * A name that somebody chose, as it may stand in a mail; null for one that could be read as more than a name. The mail may
 * go to an address that is not theirs: nobody has confirmed it.
 */
export function mailedName(name: string): string | null {
  return isPlainLine(name) && !LEADS_SOMEWHERE.test(name.normalize('NFKC')) ? name : null;
}
