/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Origin of the API when the pages are served from elsewhere; empty means: where the page came from. */
  readonly VITE_API_HOST?: string;
  /** Origin of a serverless API, asked instead where `VITE_USE_SERVERLESS` is `true`. */
  readonly VITE_SERVERLESS_HOST?: string;
  readonly VITE_USE_SERVERLESS?: string;
}
