import { GREETING_LIMITS } from '@farline/contracts';
import { notFound, Problem } from '../../platform/problems.ts';

/** Somebody else's is not told from one that never was. */
export const greetingNotFound = () => notFound('This greeting');
export const tooManyGreetings = () =>
  new Problem(
    'too_many_greetings',
    409,
    `An account has at most ${GREETING_LIMITS.greetings} greetings. Delete one that you don’t need.`,
  );
export const greetingInUse = (numbers: string[]) =>
  new Problem(
    'greeting_in_use',
    409,
    `This greeting is used by ${numbers.join(', ')}. Choose another one there first.`,
  );
export const greetingIsRecorded = () =>
  new Problem(
    'greeting_is_recorded',
    409,
    'This greeting is a recording: it has no words to change. Record another one.',
  );
export const greetingNotSaved = () =>
  new Problem(
    'greeting_not_saved',
    507,
    'There’s no room for this greeting right now. Nothing was saved: try again later.',
  );
export const greetingNotSpoken = () =>
  new Problem('greeting_not_spoken', 503, 'This greeting can’t be read out right now. Try again in a moment.');

export const greetingUnderWay = () =>
  new Problem(
    'greeting_under_way',
    409,
    'Another greeting is being sent from your account. Wait until it’s there, then try again.',
    { retryAfterSeconds: 30 },
  );
export const tooManyUploads = () =>
  new Problem('greetings_busy', 503, 'Many greetings are being sent right now. Try again in a minute.', {
    retryAfterSeconds: 30,
  });

const ACCEPTED = 'Choose a WAV file of one or two channels, at 8 to 48 kHz.';
/** Why a file is no greeting. */
export const unreadableSound = {
  not_wav: () => new Problem('sound_not_wav', 400, `This isn’t a WAV file. ${ACCEPTED}`),
  unknown_form: () =>
    new Problem('sound_form_unknown', 400, `The sound of this file is in a form we don’t read. ${ACCEPTED}`),
  cut_short: () =>
    new Problem('sound_cut_short', 400, 'This file ends before its sound does. Save it again, then choose it again.'),
  too_long: () =>
    new Problem(
      'sound_too_long',
      400,
      `A greeting lasts at most ${GREETING_LIMITS.seconds} seconds, and this is longer.`,
    ),
  too_short: () => new Problem('sound_too_short', 400, 'This is too short for a greeting: half a second at least.'),
  silent: () =>
    new Problem('sound_silent', 400, 'There’s no sound to be heard in this recording. Check the microphone.'),
} as const;
