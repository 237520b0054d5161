import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { phoneCertificate } from './phone-certificate.ts';

const NONE = { certificateFile: undefined, keyFile: undefined };
const DAY_MS = 24 * 60 * 60_000;

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'farline-certificate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('without a certificate of somebody else’s one is made for the host, and kept', () => {
  const dataFolder = aFolder();
  const made = phoneCertificate({ dataFolder, host: 'phone.example.org', given: NONE, now: new Date() });

  expect(new X509Certificate(made.certificate).checkHost('phone.example.org')).toBe('phone.example.org');
  expect(statSync(join(dataFolder, 'sip-tls')).mode & 0o077).toBe(0);
  expect(phoneCertificate({ dataFolder, host: 'phone.example.org', given: NONE, now: new Date() })).toEqual(made);
});

test('it is made anew for another host, and in the month before it ends', () => {
  const dataFolder = aFolder();
  const first = phoneCertificate({ dataFolder, host: '127.0.0.1', given: NONE, now: new Date() });
  const other = phoneCertificate({ dataFolder, host: '127.0.0.2', given: NONE, now: new Date() });
  const late = new Date(Date.now() + 800 * DAY_MS);
  const renewed = phoneCertificate({ dataFolder, host: '127.0.0.2', given: NONE, now: late });

  expect(new X509Certificate(other.certificate).checkIP('127.0.0.2')).toBe('127.0.0.2');
  expect(new Set([first.certificate, other.certificate, renewed.certificate]).size).toBe(3);
});

test.each<
  [string, (files: { one: string; other: string; text: string }) => [string | undefined, string | undefined], RegExp]
>([
  ['a key of another certificate', ({ one, other }) => [`${one}/certificate.pem`, `${other}/key.pem`], /do not belong/],
  ['a file that is none', ({ one, text }) => [text, `${one}/key.pem`], /cannot be read: both files must be PEM/],
  ['a file that is not there', ({ one }) => ['/nowhere.pem', `${one}/key.pem`], /\/nowhere\.pem.*cannot be read/],
  ['one setting alone', ({ one }) => [`${one}/certificate.pem`, undefined], /belong together/],
])('%s is refused with a sentence', (_what, filesOf, sentence) => {
  const [one, other] = [aFolder(), aFolder()];
  for (const dataFolder of [one, other])
    phoneCertificate({ dataFolder, host: '127.0.0.1', given: NONE, now: new Date() });
  const text = join(one, 'text');
  writeFileSync(text, 'no certificate');
  const [certificateFile, keyFile] = filesOf({ one: join(one, 'sip-tls'), other: join(other, 'sip-tls'), text });

  expect(() =>
    phoneCertificate({ dataFolder: one, host: '127.0.0.1', given: { certificateFile, keyFile }, now: new Date() }),
  ).toThrow(sentence);
});
