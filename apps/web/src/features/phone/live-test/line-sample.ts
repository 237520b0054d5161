/** What one reading of the connection's counters says; counts are totals since the call began. */
export interface LineSample {
  atMs: number;
  packetsReceived: number;
  packetsLost: number;
  packetsSent: number;
  /** Of those sent, how many the engine says it missed; null when it does not report. */
  farPacketsLost: number | null;
  jitterMs: number;
  /** To the engine and back; null when not measured yet. */
  roundTripMs: number | null;
  /** Energy of the sound that came back, a total that only grows; null when the browser does not tell. */
  soundEnergy: number | null;
}

/** Reads the counters, or null before sound can arrive. Members: W3C webrtc-stats. */
export function readLineSample(report: RTCStatsReport, atMs: number): LineSample | null {
  const entries = [...report.values()].filter(isStats);
  const inbound = entries.find((stats) => stats.type === 'inbound-rtp' && stats.kind === 'audio');
  if (inbound === undefined) return null;
  const outbound = entries.find((stats) => stats.type === 'outbound-rtp' && stats.kind === 'audio');
  const far = entries.find((stats) => stats.type === 'remote-inbound-rtp' && stats.kind === 'audio');
  const pair = entries.find((stats) => stats.type === 'candidate-pair' && stats.nominated === true);
  const roundTripSeconds = pair?.currentRoundTripTime ?? far?.roundTripTime;
  return {
    atMs,
    packetsReceived: inbound.packetsReceived ?? 0,
    packetsLost: Math.max(0, inbound.packetsLost ?? 0),
    packetsSent: outbound?.packetsSent ?? 0,
    farPacketsLost: far?.packetsLost === undefined ? null : Math.max(0, far.packetsLost),
    jitterMs: (inbound.jitter ?? 0) * 1_000,
    roundTripMs: roundTripSeconds === undefined ? null : roundTripSeconds * 1_000,
    soundEnergy: inbound.totalAudioEnergy ?? null,
  };
}

interface Stats {
  type: string;
  kind?: string;
  nominated?: boolean;
  packetsReceived?: number;
  packetsLost?: number;
  packetsSent?: number;
  jitter?: number;
  currentRoundTripTime?: number;
  roundTripTime?: number;
  totalAudioEnergy?: number;
}

function isStats(entry: unknown): entry is Stats {
  return typeof entry === 'object' && entry !== null && 'type' in entry;
}
