/** The free echo test that every signed-in person may call. */
export const ECHO_TEST = '*43';

/** Whoever calls this hears the voicemails of their own account. */
export const OWN_VOICEMAIL = '*97';
