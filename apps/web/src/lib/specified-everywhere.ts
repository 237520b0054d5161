/** The constants of section 9 that every page keeps to; the landing page loads these and no others. */
export const EVERYWHERE = {
  requestTimeoutMs: 30_000,
  theme: 'system',
  /** Below this width, in pixels at the usual size of letters (64rem), the sidebar closes after navigation. */
  sidebarClosesBelow: 1024,
} as const;
