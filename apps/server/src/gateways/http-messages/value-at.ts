/** What stands at a path such as `data.to.0.status` of what was parsed; undefined: nothing does. */
export function valueAt(parsed: unknown, path: string): unknown {
  let value = parsed;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** A text or a number as text, without U+0000, which no database of ours takes; null: something else, or nothing. */
export function textAt(parsed: unknown, path: string): string | null {
  const value = valueAt(parsed, path);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.replaceAll('\0', '') : null;
}

/** An id as carriers give them: 1 to 200 visible characters of ASCII. */
export function idAt(parsed: unknown, path: string): string | null {
  const id = textAt(parsed, path);
  return id !== null && /^[\x21-\x7e]{1,200}$/.test(id) ? id : null;
}

/** A code, cut short and fit for a log. */
export function codeAt(parsed: unknown, path: string | null): string | null {
  const code = path === null ? null : textAt(parsed, path);
  return code === null || code === '' ? null : code.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 60);
}

/** A number of segments, from 1 up. */
export function segmentsAt(parsed: unknown, path: string | null): { segments?: number } {
  const segments = path === null ? Number.NaN : Number(textAt(parsed, path) ?? Number.NaN);
  return Number.isSafeInteger(segments) && segments > 0 ? { segments } : {};
}
