import { createPrivateKey, X509Certificate } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { latestCertificate, phoneCertificate } from './phone-certificate.ts';

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

/** As an operator's: files that may be written anew at any time. */
function aGivenCertificate() {
  const [renewed, dataFolder] = [ownFolder(), aFolder()];
  const [certificateFile, keyFile] = [join(dataFolder, 'given.pem'), join(dataFolder, 'given-key.pem')];
  const renew = (folder: string) => {
    copyFileSync(join(folder, 'certificate.pem'), certificateFile);
    copyFileSync(join(folder, 'key.pem'), keyFile);
  };
  renew(ownFolder());
  const given = { certificateFile, keyFile };
  const read = () => phoneCertificate({ dataFolder, host: '127.0.0.1', given, now: new Date() });
  return { read, certificateFile, renew: () => renew(renewed) };
}

test('a certificate that was renewed is shown from the next start of Kamailio on', () => {
  const { read, renew } = aGivenCertificate();
  const said: string[] = [];
  const latest = latestCertificate({ read, now: () => new Date(), say: (line) => said.push(line) });
  const before = latest();

  renew();

  expect(latest()).toEqual(read());
  expect(latest().certificate).not.toBe(before.certificate);
  expect(said).toEqual([]);
});

test('a renewal that was cut off is reported, and the previous certificate is shown', () => {
  const { read, certificateFile } = aGivenCertificate();
  const said: string[] = [];
  const latest = latestCertificate({ read, now: () => new Date(), say: (line) => said.push(line) });
  const before = latest();

  truncateSync(certificateFile, 100);

  expect(latest()).toEqual(before);
  expect(said).toEqual([expect.stringMatching(/cannot be read: .* SIP phones are shown the previous one\.$/)]);
  expect(() => latestCertificate({ read, now: () => new Date(), say: () => {} })).toThrow('cannot be read');
});

test.each([
  [800, []],
  [812, [expect.stringMatching(/^The certificate that SIP phones are shown over TLS expires on \d{4}-\d\d-\d\d\. /)]],
  [826, [expect.stringMatching(/^The certificate that SIP phones are shown over TLS expired on \d{4}-\d\d-\d\d\. /)]],
])('%i days after a certificate of 825 days was made, its end is told of in time', (days, words) => {
  const { read } = aGivenCertificate();
  const said: string[] = [];
  latestCertificate({ read, now: () => new Date(Date.now() + days * DAY_MS), say: (line) => said.push(line) })();

  expect(said).toEqual(words);
});
