const HEADER_BYTES = 44;

/** A WAV file, mono with 16 bits, of the mean of some channels; each sample is −1 to 1, and beyond that it is cut. */
export function wavOf(channels: readonly Float32Array[], sampleRate: number): ArrayBuffer {
  const frames = Math.min(...channels.map(({ length }) => length));
  const file = new ArrayBuffer(HEADER_BYTES + frames * 2);
  const view = new DataView(file);
  const write = (at: number, text: string): void => {
    for (const [offset, letter] of [...text].entries()) view.setUint8(at + offset, letter.charCodeAt(0));
  };
  write(0, 'RIFF');
  view.setUint32(4, file.byteLength - 8, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, 'data');
  view.setUint32(40, frames * 2, true);
  for (let frame = 0; frame < frames; frame += 1) {
    let sum = 0;
    for (const channel of channels) sum += channel[frame] ?? 0;
    const sample = Math.max(-1, Math.min(1, sum / channels.length));
    view.setInt16(HEADER_BYTES + frame * 2, Math.round(sample * 32_767), true);
  }
  return file;
}
