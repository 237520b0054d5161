const NOTES_HZ = [523.25, 783.99];
const NOTE_SECONDS = 0.45;

/** Plays two tones on a speaker (null: the system's choice) at a volume of 0 to 1. Throws when the speaker cannot be used. */
export async function playTone({ speakerId, volume }: { speakerId: string | null; volume: number }): Promise<void> {
  const audio = new AudioContext();
  try {
    const out = audio.createMediaStreamDestination();
    const player = new Audio();
    player.srcObject = out.stream;
    player.volume = volume;
    if (speakerId !== null && 'setSinkId' in player) await player.setSinkId(speakerId);
    await player.play();
    const over = NOTES_HZ.map((hertz, index) =>
      note(audio, out, { hertz, at: audio.currentTime + index * NOTE_SECONDS }),
    );
    await Promise.all(over);
    player.pause();
  } finally {
    void audio.close();
  }
}

async function note(audio: AudioContext, out: AudioNode, { hertz, at }: { hertz: number; at: number }): Promise<void> {
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.frequency.value = hertz;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.4, at + 0.03);
  gain.gain.exponentialRampToValueAtTime(0.001, at + NOTE_SECONDS);
  tone.connect(gain).connect(out);
  tone.start(at);
  tone.stop(at + NOTE_SECONDS);
  await new Promise((ended) => tone.addEventListener('ended', ended));
}
