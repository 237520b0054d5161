import type { IncomingCall } from '@farline/sip-endpoint';

/** What the verbs need of a call. */
export type Line = Pick<IncomingCall, 'answer' | 'hangUp' | 'play' | 'silence' | 'onDigit' | 'onAudio' | 'signal'>;
