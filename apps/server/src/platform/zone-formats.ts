const MOST_FORMATS = 200;

/**
 * A format for each time zone, made once: that is expensive. At most `most` are kept, and a zone is known by its name in lower
 * case: callers name zones, Intl takes a name in any case, and what they send may not fill the memory.
 */
export function zoneFormats(
  make: (timeZone: string) => Intl.DateTimeFormat,
  most = MOST_FORMATS,
): (timeZone: string) => Intl.DateTimeFormat {
  const kept = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const name = timeZone.toLowerCase();
    const known = kept.get(name);
    if (known !== undefined) return known;
    const format = make(timeZone);
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size >= most) kept.delete(oldest);
    kept.set(name, format);
    return format;
  };
}
