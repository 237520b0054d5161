import { callThatCameIn, listeningAccount } from './modules/calls/index.ts';
import { greetingUses, numbersOfVoicemail } from './modules/numbers/index.ts';
import type { VoicemailDeps } from './modules/voicemail/index.ts';

type Given = Pick<VoicemailDeps, 'callThatCameIn' | 'listeningAccount' | 'greetingUses' | 'numbersOf'>;

/** What voicemail is passed of calls and numbers. */
export const passedToVoicemail: Given = {
  callThatCameIn,
  listeningAccount,
  greetingUses,
  numbersOf: numbersOfVoicemail,
};
