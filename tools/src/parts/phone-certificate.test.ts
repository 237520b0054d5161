import { createPrivateKey, X509Certificate } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
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

function ownFolder(): string {
  const dataFolder = aFolder();
  phoneCertificate({ dataFolder, host: '127.0.0.1', given: NONE, now: new Date() });
  return join(dataFolder, 'sip-tls');
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

test('a host may have a name longer than the 64 characters of a common name', () => {
  const host = `${'phone'.repeat(10)}.${'example'.repeat(3)}.org`;
  const { certificate } = phoneCertificate({ dataFolder: aFolder(), host, given: NONE, now: new Date() });

  expect(host.length).toBeGreaterThan(64);
  expect(new X509Certificate(certificate).checkHost(host)).toBe(host);
});

test.each<[string, (folder: string) => void]>([
  ['a certificate that is empty', (folder) => truncateSync(join(folder, 'certificate.pem'))],
  ['a certificate that was cut off', (folder) => truncateSync(join(folder, 'certificate.pem'), 100)],
  ['a key that was cut off', (folder) => truncateSync(join(folder, 'key.pem'), 100)],
  ['a key that is gone', (folder) => rmSync(join(folder, 'key.pem'))],
  ['a key of another certificate', (folder) => copyFileSync(join(ownFolder(), 'key.pem'), join(folder, 'key.pem'))],
])('%s is made anew where it is our own', (_what, spoil) => {
  const dataFolder = aFolder();
  const own = { dataFolder, host: '127.0.0.1', given: NONE, now: new Date() };
  const before = phoneCertificate(own);
  spoil(join(dataFolder, 'sip-tls'));

  const after = phoneCertificate(own);

  expect(after.certificate).not.toBe(before.certificate);
  expect(new X509Certificate(after.certificate).checkPrivateKey(createPrivateKey(after.key))).toBe(true);
  expect(phoneCertificate(own)).toEqual(after);
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
