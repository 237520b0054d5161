import { sineTone } from '@farline/sip-endpoint';

/** Heard before a message is recorded, and where a menu cannot be spoken: a sign that it is the caller's turn. */
export const BEEP = sineTone({ frequencyHz: 1000, durationMs: 400, amplitude: 8000 });
