import { SAMPLE_RATE } from '@farline/sip-endpoint';

/** Shorter than this it is the sound of hanging up, and no message. */
export const LEAST_SAMPLES = SAMPLE_RATE / 2;
/** What stays of the silence behind the last word. */
export const TAIL_SAMPLES = SAMPLE_RATE / 2;
