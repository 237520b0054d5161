import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate that signed itself, for a name such as `IP:127.0.0.1`, with its key (PEM). */
export function aCertificate(name: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'farline-certificate-'));
  try {
    const [key, cert] = ['key.pem', 'cert.pem'].map((file) => join(folder, file));
    const wanted = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=carrier',
    ];
    const files = ['-addext', `subjectAltName=${name}`, '-keyout', `${key}`, '-out', `${cert}`];
    execFileSync('openssl', ['req', '-x509', ...wanted, ...files], { stdio: 'ignore' });
    return { key: readFileSync(`${key}`, 'utf8'), cert: readFileSync(`${cert}`, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
