/** A call to the echo service, as the live test needs it. The page makes one out of the phone. */
export interface EchoLine {
  /** Places the call. Rejects with EchoRefusal where none comes about. */
  call(events: EchoEvents): Promise<EchoCall>;
}

export interface EchoEvents {
  /** The microphone is open, the engine is asked. */
  calling(): void;
  answered(): void;
  /** Over, whoever ended it. Comes last and once; not after a rejection. */
  ended(refusal: EchoRefusal | null): void;
}

export interface EchoCall {
  hangUp(): void;
  stats(): Promise<RTCStatsReport>;
}

/** Why there is no call: what stands in the way, and the way out; both in the page's language. */
export class EchoRefusal extends Error {
  override readonly name = 'EchoRefusal';
  readonly wayOut: string;

  constructor(sentence: string, wayOut: string) {
    super(sentence);
    this.wayOut = wayOut;
  }
}
