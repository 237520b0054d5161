import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The key and the models that the stand-in takes. */
export const TRANSCRIPTION_KEY = 'sk-stand-in-0123456789';
const MODELS = new Set(['whisper-1', 'gpt-4o-mini-transcribe']);
const FORMATS = new Set(['json']);
const FIELDS = new Set(['file', 'model', 'response_format', 'language', 'prompt', 'temperature']);
const MOST_FILE_BYTES = 25 * 1024 * 1024;
const MOST_BODY_BYTES = MOST_FILE_BYTES + 64 * 1024;

/** What was asked and taken. */
export type AskedTranscription = { model: string; fileName: string; seconds: number; wav: Buffer };
/** What it does with a sound that it has taken. */
export type Transcribing = (response: ServerResponse, asked: AskedTranscription) => void;

/** Answers with what was said, as the API does. */
export const says =
  (text: string): Transcribing =>
  (response, { seconds }) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ text, usage: { type: 'duration', seconds: Math.ceil(seconds) } }));

/** Refuses, as the API does. */
export const refuses =
  (status: number, type: string, headers: Record<string, string> = {}): Transcribing =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error: { message: `stand-in: ${type}`, type, param: null, code: null } }));

/** Answers with something else. */
export const answersWith =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): Transcribing =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);

/** Takes the sound, and says nothing more. */
export const isSilent: Transcribing = () => undefined;

/**
 * A transcription service on this machine that takes what the OpenAI API documents (`POST /v1/audio/transcriptions`) and nothing else: the
 * key, the length, the form and each of its fields, the model, and a whole WAV file. Each sound is answered by the next of `answers`, then as `usually`.
 */
export async function standInTranscription(usually: Transcribing) {
  const asked: AskedTranscription[] = [];
  /** Why it refused what it was sent. */
  const refused: string[] = [];
  const answers: Transcribing[] = [];
  const server = createServer((request, response) => {
    take(request).then(
      (taken) => {
        if ('refusal' in taken) {
          refused.push(taken.refusal);
          return refuses(taken.status, taken.refusal)(response, NOTHING);
        }
        asked.push(taken);
        (answers.shift() ?? usually)(response, taken);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, asked, refused, answers, usually: (next: Transcribing) => void (usually = next), close };
}

const NOTHING: AskedTranscription = { model: '', fileName: '', seconds: 0, wav: Buffer.alloc(0) };
type Refusal = { status: number; refusal: string };

async function take(request: IncomingMessage): Promise<AskedTranscription | Refusal> {
  if (request.method !== 'POST' || request.url !== '/v1/audio/transcriptions') {
    return { status: 404, refusal: `no such route: ${request.method} ${request.url}` };
  }
  if (request.headers.authorization !== `Bearer ${TRANSCRIPTION_KEY}`)
    return { status: 401, refusal: 'invalid_api_key' };
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  if (Number.isNaN(length)) return { status: 411, refusal: 'no content-length' };
  if (length > MOST_BODY_BYTES) return { status: 413, refusal: 'the body is too large' };
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const form = await formIn(request.headers['content-type'] ?? '', Buffer.concat(chunks));
  return form === null ? { status: 400, refusal: 'no multipart/form-data' } : await readForm(form);
}

async function formIn(type: string, body: Buffer<ArrayBuffer>): Promise<FormData | null> {
  if (!type.startsWith('multipart/form-data; boundary=')) return null;
  return await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => null);
}

async function readForm(form: FormData): Promise<AskedTranscription | Refusal> {
  const bad = (refusal: string): Refusal => ({ status: 400, refusal });
  for (const name of form.keys()) {
    if (!FIELDS.has(name)) return bad(`unknown field ${name}`);
    if (form.getAll(name).length !== 1) return bad(`${name} comes twice`);
  }
  const [file, model, format] = [form.get('file'), form.get('model'), form.get('response_format')];
  if (typeof model !== 'string' || !MODELS.has(model)) return { status: 404, refusal: 'model_not_found' };
  if (typeof format !== 'string' || !FORMATS.has(format)) return bad('unknown response_format');
  if (file === null || typeof file === 'string') return bad('file is no file');
  if (!file.name.endsWith('.wav') || file.type !== 'audio/wav') return bad('unsupported file format');
  if (file.size > MOST_FILE_BYTES) return { status: 413, refusal: 'the file is too large' };
  const wav = Buffer.from(await file.arrayBuffer());
  const seconds = secondsOf(wav);
  return seconds === null ? bad('the file could not be decoded') : { model, fileName: file.name, seconds, wav };
}

/** Of a whole RIFF/WAVE file of mono 16-bit PCM with its sound behind its format; null: it is none. */
function secondsOf(wav: Buffer): number | null {
  const word = (at: number) => wav.toString('latin1', at, at + 4);
  if (wav.length < 45 || word(0) !== 'RIFF' || word(8) !== 'WAVE' || word(12) !== 'fmt ' || word(36) !== 'data')
    return null;
  const [kind, channels, rate, bits] = [
    wav.readUInt16LE(20),
    wav.readUInt16LE(22),
    wav.readUInt32LE(24),
    wav.readUInt16LE(34),
  ];
  const bytes = wav.readUInt32LE(40);
  const isWhole = wav.readUInt32LE(4) === wav.length - 8 && bytes === wav.length - 44;
  return kind === 1 && channels === 1 && bits === 16 && rate > 0 && isWhole ? bytes / (rate * 2) : null;
}
