export { readRecording, type Recording, type Unreadable } from './read-recording.ts';
export { createSpeech, type Speech, type SpeechOptions } from './speech.ts';
export type { Utterance } from './synthesise.ts';
export { isSilent, TELEPHONE_HZ, telephoneSound } from './telephone-sound.ts';
