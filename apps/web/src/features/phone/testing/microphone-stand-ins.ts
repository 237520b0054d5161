/** A microphone's track, as tests look at it. */
export interface Track {
  enabled: boolean;
  readyState: 'live' | 'ended';
  stop: () => void;
  clone: () => Track;
  addEventListener: (type: 'ended', listener: () => void) => void;
  /** The device is unplugged: what uses it is told, but for tracks that were stopped. */
  unplug: () => void;
}

/** In the place of the browser's MediaStream. */
export class StandInStream {
  private readonly tracks: Track[];
  constructor(of: Track[]) {
    this.tracks = of;
  }
  getAudioTracks = () => this.tracks;
  getTracks = () => this.tracks;
  clone = () => new StandInStream(this.tracks.map((track) => track.clone()));
}

/** A microphone whose track, and each clone of it, is noted. */
export function aMicrophone(tracks: Track[]): MediaStream {
  return new StandInStream([aTrack(tracks)]) as unknown as MediaStream;
}

function aTrack(tracks: Track[]): Track {
  const listeners: (() => void)[] = [];
  const track: Track = {
    enabled: true,
    readyState: 'live',
    stop: () => void (track.readyState = 'ended'),
    addEventListener: (_type, listener) => void listeners.push(listener),
    unplug: () => {
      if (track.readyState === 'ended') return;
      track.readyState = 'ended';
      for (const listener of listeners) listener();
    },
    clone: () => Object.assign(aTrack(tracks), { enabled: track.enabled }),
  };
  tracks.push(track);
  return track;
}
