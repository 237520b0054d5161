/** The languages that voicemail speaks. */
export const VOICEMAIL_LANGUAGES = ['en', 'es', 'fr', 'pt', 'ar', 'zh'] as const;
/** In characters. */
export const GREETING_LENGTH = 300;
/** How much is kept for an account, and how long one that was recorded may be. `fileBytes`: a minute of two channels at 48 kHz fits. */
export const GREETING_LIMITS = { greetings: 20, nameLength: 40, seconds: 60, fileBytes: 12 * 1024 * 1024 } as const;
