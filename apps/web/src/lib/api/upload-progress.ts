/** Turns bytes sent into whole percents: each is told once, and they never fall. */
export class UploadProgress {
  #told = -1;
  readonly #tell: (percent: number) => void;

  constructor(tell: (percent: number) => void) {
    this.#tell = tell;
  }

  /** So many bytes of so many are on their way. */
  moved(sent: number, total: number): void {
    const percent = total <= 0 ? 0 : Math.min(100, Math.floor((sent / total) * 100));
    if (percent <= this.#told) return;
    this.#told = percent;
    this.#tell(percent);
  }
}
