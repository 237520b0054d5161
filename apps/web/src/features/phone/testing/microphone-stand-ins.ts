/** A microphone's track, as tests look at it. */
export interface Track {
  enabled: boolean;
  readyState: 'live' | 'ended';
  stop: () => void;
  clone: () => Track;
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
  const track: Track = {
    enabled: true,
    readyState: 'live',
    stop: () => void (track.readyState = 'ended'),
    clone: () => Object.assign(aTrack(tracks), { enabled: track.enabled }),
  };
  tracks.push(track);
  return track;
}
