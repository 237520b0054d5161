import { callThatCameIn, listeningAccount } from '../modules/calls/index.ts';
import { greetingUses, numbersOfVoicemail } from '../modules/numbers/index.ts';
import { createVoicemail, type Voicemails } from '../modules/voicemail/index.ts';
import type { Base } from './base.ts';
import type { Foundation } from '../lay-foundation.ts';

/** Voicemail knows of calls and numbers what it is told of them, and keeps sound in the data folder or a bucket. */
export function wireVoicemail({ config, gateways }: Foundation, base: Base): Voicemails {
  return createVoicemail({
    ...base,
    callThatCameIn,
    listeningAccount,
    greetingUses,
    numbersOf: numbersOfVoicemail,
    speak: gateways.speech.speak,
    ...gateways.sound,
    dataFolder: config.dataFolder,
    keepFreeBytes: config.keepFreeBytes,
  });
}
