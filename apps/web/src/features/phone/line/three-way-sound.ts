/** One of two calls that are talked on together. */
export interface JoinedCall {
  /** What comes from its far side. */
  far: MediaStream;
  /** Sends this to its far side from now on. */
  send(stream: MediaStream): Promise<void>;
}

/** The sound of three, until it is closed. */
export interface ThreeWaySound {
  /** Both far sides, for the person here. */
  readonly heard: MediaStream;
  /** Settles once both far sides are sent theirs. */
  readonly sent: Promise<unknown>;
  close(): void;
}

const STARTS_WITHIN_MS = 3_000;

/** What sound is joined with. Throws where the browser does not let it run: a far side would hear nothing. */
export async function openMixer(): Promise<AudioContext> {
  const context = new AudioContext();
  const limit = new Promise((resolve) => setTimeout(resolve, STARTS_WITHIN_MS));
  if (context.state !== 'running') await Promise.race([context.resume(), limit]);
  if (context.state === 'running') return context;
  void context.close();
  throw new Error('The browser does not let sound be mixed');
}

/** Joins the sound of two calls: each far side hears the microphone and the other far side. Tells when the browser stops it. */
export function joinSound(
  context: AudioContext,
  {
    microphone,
    calls,
    stopped,
  }: { microphone: MediaStream; calls: readonly [JoinedCall, JoinedCall]; stopped(): void },
): ThreeWaySound {
  const own = context.createMediaStreamSource(microphone);
  const heard = context.createMediaStreamDestination();
  const [first, second] = calls;
  const sides = [
    { call: first, other: second },
    { call: second, other: first },
  ].map(({ call, other }) => {
    const sent = context.createMediaStreamDestination();
    own.connect(sent);
    context.createMediaStreamSource(other.far).connect(sent);
    context.createMediaStreamSource(call.far).connect(heard);
    return { sending: call.send(sent.stream), player: mutedPlayerOf(call.far) };
  });
  const listen = (): void => {
    // That it runs is told late, too.
    if (context.state !== 'running') stopped();
  };
  context.addEventListener('statechange', listen);
  return {
    heard: heard.stream,
    sent: Promise.all(sides.map(async ({ sending }) => await sending)),
    close() {
      context.removeEventListener('statechange', listen);
      for (const { player } of sides) player.srcObject = null;
      void context.close();
    },
  };
}

/** Chrome gives Web Audio nothing of a far side that no element plays: https://crbug.com/121673. */
function mutedPlayerOf(far: MediaStream): HTMLAudioElement {
  const audio = new Audio();
  audio.muted = true;
  audio.srcObject = far;
  return audio;
}
