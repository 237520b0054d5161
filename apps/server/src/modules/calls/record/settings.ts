import { type Micros, micros } from '@farline/contracts';

/** How much longer than a call may ring one may that is forwarded: every trunk may be silent for a while before the one that rings. */
export const FORWARD_SPARE_MS = 30_000;

/** What an operator may set about calls; whole seconds and milliseconds. */
export type CallSettings = {
  /** What the first stretch of a call is meant to last, and what each later one restores. */
  firstStretchSeconds: number;
  /** How long before the granted end the next stretch is asked for. */
  stretchAheadSeconds: number;
  /** How long before a known end the caller hears the warning. */
  warningSeconds: number;
  /** When several calls share a wallet, none is pressed below this, if the money reaches. */
  leastSharedSeconds: number;
  /** No call lasts longer, whatever it can pay. */
  longestSeconds: number;
  /** The longest free call, such as the echo test. */
  longestFreeSeconds: number;
  /** How long a visitor who is not signed in hears the echo test, and how often an hour from one address. */
  guestEchoSeconds: number;
  guestEchoesPerHour: number;
  /** INVITEs of all SIP phones of an account: each makes a call that nobody prepared. */
  phoneInvitesAMinute: number;
  /** How long a trunk may say nothing at all, and how long it may not ring once it said that it tries. */
  firstSignMs: number;
  tryingMs: number;
  ringingMs: number;
  /** A call ends when both sides have been silent for so long. */
  bothSilentSeconds: number;
  /** When one of them has been, though it is meant to send. */
  oneSilentSeconds: number;
  /** When the caller has been, and the caller's WebSocket has closed too. */
  closedSilentSeconds: number;
  /** When the caller of a free call has sent no sound. */
  freeSilentSeconds: number;
  /** What an account is forgiven in 24 hours for sound that we or the carrier lost, in its own currency. */
  forgivenADayMicros: Micros;
};

/** The settings where nothing else is said. */
export const usualSettings: CallSettings = {
  firstStretchSeconds: 150,
  stretchAheadSeconds: 75,
  warningSeconds: 60,
  leastSharedSeconds: 30,
  longestSeconds: 4 * 3600,
  longestFreeSeconds: 600,
  guestEchoSeconds: 60,
  guestEchoesPerHour: 5,
  phoneInvitesAMinute: 120,
  firstSignMs: 4_000,
  // International and mobile networks commonly take 5 to 12 s.
  tryingMs: 15_000,
  ringingMs: 60_000,
  bothSilentSeconds: 30,
  oneSilentSeconds: 600,
  closedSilentSeconds: 15,
  freeSilentSeconds: 60,
  forgivenADayMicros: micros(500_000n),
};
