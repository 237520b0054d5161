/** How often something may be asked; routes whose limits have the same `name` count together. `isOfAddress`: by address, whoever is signed in there. */
export type RateLimit = { name: string; most: number; windowSeconds: number; isOfAddress?: true };

const HOUR_SECONDS = 60 * 60;

/** For routes that read everything an account has and write it into a file. */
export const EXPORT_RATE_LIMIT: RateLimit = { name: 'export-file', most: 60, windowSeconds: HOUR_SECONDS };
/** For routes that look at all that an account has ever done to show a page of it. */
export const WHOLE_HISTORY_RATE_LIMIT: RateLimit = { name: 'whole-history', most: 240, windowSeconds: 60 };
/** The sound of a greeting: what is written is spoken first. */
export const GREETING_SOUND_RATE_LIMIT: RateLimit = { name: 'greeting-sound', most: 30, windowSeconds: 60 };
/** The sound of a message, heard again or kept: each is read whole. */
export const RECORDING_RATE_LIMIT: RateLimit = { name: 'recording', most: 120, windowSeconds: 60 };
/** Links that are opened without signing in: nobody guesses one, and nobody is fed from one. */
export const SHARED_RATE_LIMIT: RateLimit = { name: 'shared-voicemail', most: 60, windowSeconds: 60 };
/** For routes that take a whole file in. */
export const IMPORT_RATE_LIMIT: RateLimit = { name: 'import-file', most: 30, windowSeconds: HOUR_SECONDS };
/** Calls and texts with a code, and codes that are tried. */
export const VERIFY_NUMBER_RATE_LIMIT: RateLimit = { name: 'verify-number', most: 60, windowSeconds: HOUR_SECONDS };
/** Codes that are asked for from one address, whatever the account. */
export const VERIFY_NUMBER_CLIENT_RATE_LIMIT: RateLimit = {
  name: 'verify-number-client',
  most: 120,
  windowSeconds: HOUR_SECONDS,
  isOfAddress: true,
};
/** For a new SIP phone, each of which is told by mail. */
export const NEW_SIP_PHONE_RATE_LIMIT: RateLimit = { name: 'new-sip-phone', most: 30, windowSeconds: HOUR_SECONDS };
/** A page says anew with each start where its browser is reached. */
export const PUSH_RATE_LIMIT: RateLimit = { name: 'push', most: 300, windowSeconds: HOUR_SECONDS };
/** A proof cannot be guessed; whoever tries is not let try often. */
export const DECLINE_RATE_LIMIT: RateLimit = { name: 'decline-call', most: 60, windowSeconds: 60 };
/** Anyone may ask for a session anew or end it, and no overload refuses that. */
export const SESSION_RATE_LIMIT: RateLimit = { name: 'session', most: 600, windowSeconds: 60 };
/** So it is with whether the server works. */
export const HEALTH_RATE_LIMIT: RateLimit = { name: 'health', most: 600, windowSeconds: 60 };
/** Each prepared call is a row and an event: five a second are more than any person or office places. */
export const INITIATE_RATE_LIMIT: RateLimit = { name: 'initiate-call', most: 300, windowSeconds: 60 };
/** Faster than anybody types; who writes to many at once is paced. */
export const SEND_MESSAGE_RATE_LIMIT: RateLimit = { name: 'send-message', most: 300, windowSeconds: 60 };
/** Anybody may ask a price; a page asks while a number is typed. */
export const COST_RATE_LIMIT: RateLimit = { name: 'calculate-cost', most: 600, windowSeconds: 60 };
/** A provider that everybody here shares is asked. */
export const PROVIDER_SEARCH_RATE_LIMIT: RateLimit = { name: 'provider-search', most: 60, windowSeconds: 60 };
/** What a carrier tells, from each of its addresses: 200 a second, and what strangers try is bounded. */
export const MESSAGE_WEBHOOK_RATE_LIMIT: RateLimit = { name: 'message-webhook', most: 12_000, windowSeconds: 60 };
/** All recipients are looked at again. */
export const PLAN_BROADCAST_RATE_LIMIT: RateLimit = { name: 'plan-broadcast', most: 120, windowSeconds: HOUR_SECONDS };
