import { create } from 'zustand';

/** How this browser sounds: kept in local storage, for every call. */
export interface SoundChoice {
  /** 0 to 1. */
  volume: number;
  microphoneId: string | null;
  speakerId: string | null;
  /** Where it rings when a call comes in. */
  ringerId: string | null;
  isCleaned: boolean;
}

const KEY = 'farline.sound';
const DEFAULT: SoundChoice = { volume: 1, microphoneId: null, speakerId: null, ringerId: null, isCleaned: true };

export const useSound = create<SoundChoice>(() => ({ ...DEFAULT, ...stored() }));

/** Changes the choice, here and for later. */
export function chooseSound(change: Partial<SoundChoice>): void {
  useSound.setState(change);
  localStorage.setItem(KEY, JSON.stringify(useSound.getState()));
}

function stored(): Partial<SoundChoice> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {};
  }
}
