import type { IncomingCall, OutgoingCall } from '@farline/sip-endpoint';

/** What the verbs need of a call. */
export type Line = Pick<
  IncomingCall,
  'answer' | 'hangUp' | 'play' | 'silence' | 'onDigit' | 'onAudio' | 'farSide' | 'signal'
>;

/** What is needed to be heard. */
export type PlayingLine = Pick<Line, 'play' | 'silence' | 'onDigit' | 'signal'>;

/** A call that is placed for who waits on a line; `join` has both talk. */
export type Placed = Pick<OutgoingCall, 'answered' | 'ended' | 'hangUp' | 'farSide'> & { join(): void };
