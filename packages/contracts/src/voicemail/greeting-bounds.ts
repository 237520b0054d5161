/** The languages that voicemail speaks. */
export const VOICEMAIL_LANGUAGES = ['en', 'es', 'fr', 'pt', 'ar', 'zh'] as const;
/** In characters. */
export const GREETING_LENGTH = 300;
