/** What a carrier wrote of forwards before this one. */
export type Diversions = {
  /** How often the call was forwarded on its way here. */
  count: number;
  /** The numbers that forwarded it, as they were written. */
  numbers: string[];
};

/** Nobody forwards a call more often who means well (RFC 5806 §6: an implementation bounds what it takes). */
export const MOST_DIVERSIONS = 5;

/**
 * Reads the values of Diversion (RFC 5806) and History-Info (RFC 7044): who forwarded the call, and how often. Each says it alone or beside the
 * other, so the greater count holds. An entry of History-Info is a forward where it says why (`cause`, RFC 4458, or `Reason`).
 */
export function readDiversions({
  diversion = '',
  history = '',
}: {
  diversion?: string | undefined;
  history?: string | undefined;
}): Diversions {
  const diverted = entriesOf(diversion);
  const times = diverted.reduce((sum, { text }) => sum + counterOf(text), 0);
  const listed = entriesOf(history);
  const forwards = listed.filter(({ text }) => FORWARDED.test(text)).length;
  const numbers = [...diverted, ...listed.slice(0, forwards === 0 ? 0 : -1)].map(({ user }) => user);
  return { count: Math.max(times, forwards), numbers: [...new Set(numbers)] };
}

const FORWARDED = /;cause(?:=|%3d)\d|[?&]reason=|;mp=/i;
/** `<sip:+441…@host;…>;…`, or without brackets. */
const ENTRY = /<\s*(?:sips?|tel):([^@<>;\s]+)([^<>]*)>([^,<]*)/gi;

function entriesOf(values: string): { user: string; text: string }[] {
  return [...values.matchAll(ENTRY)].map(([, user = '', inside = '', after = '']) => ({
    user: unescaped(user),
    text: inside + after,
  }));
}

function counterOf(text: string): number {
  const counter = Number(/;\s*counter\s*=\s*"?(\d{1,3})/i.exec(text)?.[1] ?? 1);
  return Math.max(1, counter);
}

function unescaped(user: string): string {
  try {
    return decodeURIComponent(user);
  } catch {
    return user;
  }
}
