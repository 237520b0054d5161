/** What the build may say of the API's address (vite-env.d.ts). */
export interface BuildSettings {
  VITE_API_HOST?: string | undefined;
  VITE_SERVERLESS_HOST?: string | undefined;
  VITE_USE_SERVERLESS?: string | undefined;
}

const LOCAL = 'http://localhost:4001';

/**
 * The origin of the API: the build's serverless one where it chose that, else the build's host, else the page's own,
 * which is written as nothing. A page that came from no server, such as a file, asks the local one (docs/decisions/0020).
 */
export function apiHost(build: BuildSettings, protocol: string): string {
  if (build.VITE_USE_SERVERLESS === 'true' && build.VITE_SERVERLESS_HOST) return build.VITE_SERVERLESS_HOST;
  if (build.VITE_API_HOST) return build.VITE_API_HOST;
  return protocol.startsWith('http') ? '' : LOCAL;
}
