const HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;

/** How loud a WAV file of 16-bit samples is in each of so many equal parts: 0 to 1, of its loudest part. */
export function waveformOf(file: ArrayBuffer, parts: number): number[] {
  const samples = new Int16Array(
    file.slice(HEADER_BYTES, file.byteLength - ((file.byteLength - HEADER_BYTES) % SAMPLE_BYTES)),
  );
  const loudness = Array.from({ length: parts }, (_, part) => {
    const [from, to] = [part, part + 1].map((each) => Math.floor((each * samples.length) / parts));
    return loudnessOf(samples.subarray(from, to));
  });
  const loudest = Math.max(...loudness);
  return loudness.map((each) => (loudest === 0 ? 0 : each / loudest));
}

/** Root mean square. */
function loudnessOf(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
}
