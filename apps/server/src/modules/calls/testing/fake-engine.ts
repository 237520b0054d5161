import type {
  DialogName,
  EngineOrders,
  MediaOrders,
  MediaSide,
  OrderOutcome,
  RunningDialog,
} from '../record/engine.ts';

type MediaReadings = Awaited<ReturnType<MediaOrders['query']>>;

export type FakeEngine = {
  orders: EngineOrders;
  media: MediaOrders;
  listDialogs: () => Promise<RunningDialog[]>;
  listConnections: () => Promise<string[]>;
  /** Every order that came, in words: `extend to <ISO 8601> <sipCallId>`, `end <sipCallId>`, `block <tag>` … */
  said: string[];
  /** What the next orders answer. */
  outcome: OrderOutcome;
  /** What the engine lists; `null`: it does not answer. */
  dialogs: RunningDialog[] | null;
  /** Which connections of browsers are open. */
  connections: string[];
  /** What the media proxy knows of a call by its SIP Call-ID; a call that is not there is unknown to it. */
  readings: Map<string, NonNullable<MediaReadings>>;
  /** For how long the media proxy has run. */
  uptimeSeconds: number;
  /** While set, orders to the media proxy fail. */
  isMediaDead: boolean;
  /** Called at each order, before it is answered. */
  onOrder: (order: string) => Promise<void> | void;
};

/** A side that was heard just now, whenever it is looked at. */
export const heardSide = (tag: string, now: () => Date) => ({
  tag,
  sends: true,
  isConnected: true,
  get lastPacketAt() {
    return now();
  },
  get lastSignAt() {
    return now();
  },
  get packetsTaken() {
    return Math.floor(now().getTime() / 1_000);
  },
});

const PROMPT_MS = 4_000;

/** An engine that writes down its orders and answers as the test says. */
export function fakeEngine(): FakeEngine {
  const order = async (words: string): Promise<OrderOutcome> => {
    fake.said.push(words);
    await fake.onOrder(words);
    return fake.outcome;
  };
  const media = async (words: string): Promise<void> => {
    fake.said.push(words);
    if (fake.isMediaDead) throw new Error('the media proxy does not answer');
  };
  const fake: FakeEngine = {
    said: [],
    outcome: 'done',
    dialogs: [],
    connections: ['127.0.0.1:40001'],
    readings: new Map(),
    uptimeSeconds: 1_000_000,
    isMediaDead: false,
    onOrder: () => undefined,
    orders: {
      extendCall: async (dialog: DialogName, end: Date) =>
        await order(`extend to ${end.toISOString()} ${dialog.sipCallId}`),
      endCall: async (dialog: DialogName) => await order(`end ${dialog.sipCallId}`),
      cancelCall: async (callId: string) => await order(`cancel ${callId}`),
    },
    media: {
      playMedia: async (side: MediaSide, file: string) => {
        await media(`play ${file} to ${side.tag}`);
        return { durationMs: PROMPT_MS };
      },
      stopMedia: async (side: MediaSide) => await media(`stop ${side.tag}`),
      blockMedia: async (side: MediaSide) => await media(`block ${side.tag}`),
      unblockMedia: async (side: MediaSide) => await media(`unblock ${side.tag}`),
      deleteCall: async (sipCallId: string) => await media(`delete ${sipCallId}`),
      uptimeSeconds: async () => fake.uptimeSeconds,
      query: async (sipCallId: string) => {
        if (fake.isMediaDead) throw new Error('the media proxy does not answer');
        return fake.readings.get(sipCallId) ?? null;
      },
    },
    listDialogs: async () => {
      if (fake.dialogs === null) throw new Error('the engine does not answer');
      return fake.dialogs;
    },
    listConnections: async () => fake.connections,
  };
  return fake;
}
