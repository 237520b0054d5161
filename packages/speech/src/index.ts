export { createSpeech, type Speech, type SpeechOptions } from './speech.ts';
export type { Utterance } from './synthesise.ts';
