export type { CallEnd } from './call.ts';
export { decode, type Encoding, encode, SAMPLE_RATE } from './g711.ts';
export type { IncomingCall } from './incoming-call.ts';
export type { HeardAudio, MediaCounts, PlayEnd } from './media-leg.ts';
export type { Answer, OutgoingCall } from './outgoing-call.ts';
export { type CallTarget, createSipEndpoint, type SipEndpoint, type SipEndpointOptions } from './sip-endpoint.ts';
export type { Address } from './sip-text.ts';
export { type DominantTone, dominantTone, sineTone, TONE_WINDOW, toneShare } from './tone.ts';
export { readWav, type Sound, writeWav } from './wav.ts';
