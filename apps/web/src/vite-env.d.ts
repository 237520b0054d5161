/// <reference types="vite/client" />

interface ImportMetaEnv {
  /**
   * Origin of the API when the pages are served from elsewhere; empty means: where the page came from. Both have to be on
   * one site (scheme and registrable domain, `https://api.example.org` and `https://www.example.org`): the refresh cookie
   * is SameSite=Strict, and without it a session ends after 15 minutes. The pages' origin is named to the server in
   * `FARLINE_ALLOWED_ORIGINS`.
   */
  readonly VITE_API_HOST?: string;
  /** Origin of a serverless API, asked instead where `VITE_USE_SERVERLESS` is `true`. */
  readonly VITE_SERVERLESS_HOST?: string;
  readonly VITE_USE_SERVERLESS?: string;
}
