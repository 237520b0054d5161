import { callThatCameIn, listeningAccount } from './modules/calls/index.ts';
import { greetingUses, numbersOfVoicemail } from './modules/numbers/index.ts';
import type { CallsDeps } from './modules/calls/index.ts';
import { callsToVoicemail, playMessages, type VoicemailDeps } from './modules/voicemail/index.ts';

type Given = Pick<VoicemailDeps, 'callThatCameIn' | 'listeningAccount' | 'greetingUses' | 'numbersOf'>;

/** What voicemail is passed of calls and numbers. */
export const passedToVoicemail: Given = {
  callThatCameIn,
  listeningAccount,
  greetingUses,
  numbersOf: numbersOfVoicemail,
};

type Asked = keyof typeof callsToVoicemail | 'playMessages';

/** What calls ask of voicemail, which asks numbers how they are called. */
export const askedOfVoicemail: Pick<CallsDeps, Asked> = {
  ...callsToVoicemail,
  playMessages: async (db, call) => await playMessages(db, { ...call, numbersOf: numbersOfVoicemail }),
};
