/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Origin of the API when the pages are served from elsewhere; empty means: where the page came from. */
  readonly VITE_API_HOST?: string;
}
