/**
 * An amount as people write it, as the API takes it: `25,50`, `٢٥٫٥٠` and ` 25.50 ` are `25.50`. Whether it is one is
 * for its reader to say: thousands that are set apart stay, and are refused.
 */
export function writtenAmount(typed: string): string {
  return typed
    .trim()
    .replaceAll(/[٠-٩۰-۹０-９]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16))
    .replace(/[,٫，．]/, '.');
}
