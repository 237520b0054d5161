import { z } from 'zod';
import { isLoopback } from '../loopback.ts';

/** A service that writes down what is said, by the OpenAI API for transcriptions. */
export type TranscriptionSettings = {
  /** What comes before `/audio/transcriptions`, without a slash at its end. */
  url: string;
  key: string | null;
  model: string;
};

/** `https://api.example.net/v1`; without TLS on this machine alone. What is wrong is not said again: people put keys into addresses. */
const serviceUrl = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url === null || !isSafe || `${url.username}${url.password}${url.search}${url.hash}` !== '') {
    context.addIssue('expected https://host/v1, without a login or a query; http:// on this machine alone');
    return z.NEVER;
  }
  return url.href.replace(/\/+$/, '');
});

export const transcriptionVariables = {
  FARLINE_TRANSCRIPTION_URL: serviceUrl.optional(),
  FARLINE_TRANSCRIPTION_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, 'must be a key in one piece')
    .optional(),
  FARLINE_TRANSCRIPTION_MODEL: z
    .string()
    .regex(/^[\x20-\x7e]{1,200}$/, 'must be the name of a model')
    .default('whisper-1'),
};

type Given = z.output<z.ZodObject<typeof transcriptionVariables>>;

/** A key alone opens nothing: whoever set it waits for transcripts. */
export function keyHasService(given: Given, context: z.RefinementCtx): void {
  if (given.FARLINE_TRANSCRIPTION_KEY === undefined || given.FARLINE_TRANSCRIPTION_URL !== undefined) return;
  context.addIssue({
    code: 'custom',
    path: ['FARLINE_TRANSCRIPTION_KEY'],
    message: 'is set, and FARLINE_TRANSCRIPTION_URL is not',
  });
}

/** Who writes voicemails down; null: nobody. */
export function transcriptionOf(given: Given): TranscriptionSettings | null {
  const { FARLINE_TRANSCRIPTION_URL: url, FARLINE_TRANSCRIPTION_KEY: key, FARLINE_TRANSCRIPTION_MODEL: model } = given;
  return url === undefined ? null : { url, key: key ?? null, model };
}
