import type { MediaSideReading } from './media-silence.ts';

/** What calls need of the engine, as `app.ts` passes it in. */

/** The SIP names of one answered call. */
export type DialogName = { sipCallId: string; fromTag: string; toTag: string };

/** `done`: the engine did it. `unknown`: it knows no such call (any more). `no_answer`: nothing was heard in time. */
export type OrderOutcome = 'done' | 'unknown' | 'no_answer';

/** Orders to the engine; none of them throws. */
export type EngineOrders = {
  /** Sets the end of a running call, by the engine's clock; its cut falls within a second of it. */
  extendCall(dialog: DialogName, end: Date): Promise<OrderOutcome>;
  /** Ends a running call with BYE to both sides. */
  endCall(dialog: DialogName): Promise<OrderOutcome>;
  /** Ends a call that has not been answered: the trunk gets CANCEL, the caller 487. */
  cancelCall(callId: string): Promise<OrderOutcome>;
};

/** A call as the engine lists it. `call` is our id, empty if the engine knows none; `toTag` is empty until the answer. */
export type RunningDialog = DialogName & {
  call: string;
  state: 'early' | 'answered' | 'ended';
  answeredAtMs: number | null;
};

/** All that the engine carries now. Throws when it does not answer. */
export type ListDialogs = () => Promise<RunningDialog[]>;

/** Every connection to the engine that is open, as `address:port` of its other end. Throws when the engine does not answer. */
export type ListConnections = () => Promise<string[]>;

/** One side of a call's media: the caller's from-tag or the far side's to-tag. */
export type MediaSide = { sipCallId: string; tag: string };

/** Orders to the media proxy; each throws when it is not carried out. */
export type MediaOrders = {
  /** Plays a sound file to the owner of the tag. */
  playMedia(side: MediaSide, file: string): Promise<{ durationMs: number }>;
  stopMedia(side: MediaSide): Promise<void>;
  /** Silences what the owner of the tag sends. */
  blockMedia(side: MediaSide): Promise<void>;
  unblockMedia(side: MediaSide): Promise<void>;
  /** When each side was last heard; null for a call that the media proxy does not know. */
  query(sipCallId: string): Promise<{ sides: (MediaSideReading & { tag: string })[] } | null>;
  /** For how long it has run without a pause, in whole seconds. */
  uptimeSeconds(): Promise<number>;
  deleteCall(sipCallId: string): Promise<void>;
};
