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
  close(): void;
}

/** Joins the sound of two calls: each far side hears the microphone and the other far side. */
export async function joinSound(
  microphone: MediaStream,
  calls: readonly [JoinedCall, JoinedCall],
): Promise<ThreeWaySound> {
  const context = new AudioContext();
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
    return { call, sent, pump: pumpOf(call.far) };
  });
  const close = (): void => {
    for (const { pump } of sides) pump.srcObject = null;
    void context.close();
  };
  try {
    await Promise.all(sides.map(async ({ call, sent }) => await call.send(sent.stream)));
  } catch (error) {
    close();
    throw error;
  }
  return { heard: heard.stream, close };
}

/** Chrome gives Web Audio nothing of a far side that no element plays: https://crbug.com/121673. */
function pumpOf(far: MediaStream): HTMLAudioElement {
  const audio = new Audio();
  audio.muted = true;
  audio.srcObject = far;
  return audio;
}
