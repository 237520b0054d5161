/** Which build this page is of, as build/version.ts names it. */
export function pageVersion(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="farline-version"]')?.content ?? '';
}
