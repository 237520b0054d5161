import { spawn } from 'node:child_process';

/** What is to be said. `language` is BCP 47; `voice` is a voice of espeak-ng and goes before it. */
export interface Utterance {
  text: string;
  language: string;
  voice?: string;
}

const VOICE = /^[A-Za-z0-9][A-Za-z0-9_-]*(\+[A-Za-z0-9_-]+)?$/;
const WORDS_A_MINUTE = '155';
const LONGEST_TEXT = 2000;
const LARGEST_WAV_BYTES = 16 << 20;

/** Speaks a text with espeak-ng: the WAV file that it writes. Refuses voices and texts that cannot be one. */
export function synthesise(utterance: Utterance, engine: { command: string; timeoutMs: number }): Promise<Buffer> {
  const voice = utterance.voice ?? utterance.language;
  if (!VOICE.test(voice)) throw new Error(`"${voice}" is no name of a voice.`);
  if (utterance.text.length > LONGEST_TEXT) throw new Error(`A text may have ${LONGEST_TEXT} characters.`);

  return new Promise((resolve, reject) => {
    // The text goes in by its own channel: as an argument it could be taken for an option.
    const child = spawn(
      engine.command,
      ['-v', voice.toLowerCase(), '-s', WORDS_A_MINUTE, '-z', '-b', '1', '--stdin', '--stdout'],
      {
        stdio: ['pipe', 'pipe', 'pipe'],
        timeout: engine.timeoutMs,
        killSignal: 'SIGKILL',
      },
    );
    const wav: Buffer[] = [];
    let bytes = 0;
    let complaint = '';
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > LARGEST_WAV_BYTES) child.kill('SIGKILL');
      else wav.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = `${complaint}${chunk.toString()}`.slice(0, 500);
    });
    child.on('error', (error) => reject(new Error(`${engine.command} could not be started: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0 && bytes > 0) return resolve(Buffer.concat(wav));
      const how = signal ? `was stopped after ${engine.timeoutMs} ms or 16 MB` : `ended with ${code}`;
      reject(new Error(`${engine.command} ${how}. ${complaint.trim()}`.trim()));
    });
    // A child that dies early leaves a broken pipe; its end says why.
    child.stdin.on('error', () => {});
    child.stdin.end(utterance.text);
  });
}
