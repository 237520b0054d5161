/** Where is written what happens on the line; a log of the server is one. */
export type EngineLog = Record<'info' | 'warn' | 'error', (about: object, text: string) => void>;
