import { execFileSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { PlainError } from '../plain-error.ts';

/** Certificate and key in PEM, as SIP phones over TLS are shown them. */
export type PhoneCertificate = { certificate: string; key: string };

/** Files of an operator's own, instead of the self-made ones. */
export type GivenCertificate = { certificateFile: string | undefined; keyFile: string | undefined };

const DAYS = 825;
/** RFC 5280 appendix A.1, ub-common-name. */
const COMMON_NAME_LIMIT = 64;
const DAY_MS = 24 * 60 * 60_000;
const RENEW_BEFORE_MS = 30 * DAY_MS;
const WARN_BEFORE_MS = 14 * DAY_MS;

/**
 * The certificate for SIP phones: the given files (FARLINE_SIP_TLS_CERTIFICATE and FARLINE_SIP_TLS_KEY), else one of our own
 * in `<data>/sip-tls`, made for this host and made anew a month before it ends. A PlainError when neither can be used.
 */
export function phoneCertificate(options: {
  dataFolder: string;
  host: string;
  given: GivenCertificate;
  now: Date;
}): PhoneCertificate {
  const { certificateFile, keyFile } = options.given;
  if (certificateFile === undefined && keyFile === undefined) return ownCertificate(options);
  if (certificateFile === undefined || keyFile === undefined) {
    throw new PlainError('FARLINE_SIP_TLS_CERTIFICATE and FARLINE_SIP_TLS_KEY belong together: set both, or neither.');
  }
  return checked({ certificate: read(certificateFile), key: read(keyFile) }, `${certificateFile} and ${keyFile}`);
}

/**
 * The certificate as its files are at each asking: somebody else renews them while we run. Where they cannot be used any more, as they
 * were before, and that is said; so is a certificate that has expired or soon will. Throws at once when they cannot be used from the start.
 */
export function latestCertificate(options: {
  read: () => PhoneCertificate;
  now: () => Date;
  say: (line: string) => void;
}): () => PhoneCertificate {
  const { read: readLatest, now, say } = options;
  let last = readLatest();
  return () => {
    try {
      last = readLatest();
    } catch (error) {
      if (!(error instanceof PlainError)) throw error;
      say(`${error.message} SIP phones are shown the previous one.`);
    }
    const ends = new Date(new X509Certificate(last.certificate).validTo);
    if (ends.getTime() - now().getTime() < WARN_BEFORE_MS) {
      const when = `${ends <= now() ? 'expired' : 'expires'} on ${ends.toISOString().slice(0, 10)}`;
      say(`The certificate that SIP phones are shown over TLS ${when}. Renew it, and start Farline again.`);
    }
    return last;
  };
}

function ownCertificate({ dataFolder, host, now }: { dataFolder: string; host: string; now: Date }): PhoneCertificate {
  const folder = join(dataFolder, 'sip-tls');
  const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  const kept = readPair(files, folder);
  if (kept !== null && isGood(kept.certificate, host, now)) return kept;
  make(files, folder, host);
  return checked({ certificate: read(files.certificate), key: read(files.key) }, folder);
}

/** Null where there is none yet, or none that can be used: a power failure cuts files off, or parts a pair. */
function readPair(files: { certificate: string; key: string }, folder: string): PhoneCertificate | null {
  try {
    return checked({ certificate: read(files.certificate), key: read(files.key) }, folder);
  } catch (error) {
    if (error instanceof PlainError) return null;
    throw error;
  }
}

function isGood(pem: string, host: string, now: Date): boolean {
  const certificate = new X509Certificate(pem);
  const isForHost = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  return isForHost !== undefined && Date.parse(certificate.validTo) - now.getTime() > RENEW_BEFORE_MS;
}

function make(files: { certificate: string; key: string }, folder: string, host: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The name that counts is the alternative one; the common one is for phones that know no other, and has a bound.
  const commonName = host.length <= COMMON_NAME_LIMIT ? host : 'Farline';
  const [key, certificate] = [`${files.key}.new`, `${files.certificate}.new`];
  try {
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-sha256'],
        ...['-days', String(DAYS), '-subj', `/CN=${commonName}`, '-keyout', key, '-out', certificate],
        ...['-addext', `subjectAltName=${isIP(host) === 0 ? 'DNS' : 'IP'}:${host}`],
      ],
      { stdio: ['ignore', 'ignore', 'pipe'], timeout: 20_000 },
    );
  } catch (error) {
    throw new PlainError(
      `No certificate could be made for SIP phones over TLS: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  renameSync(key, files.key);
  renameSync(certificate, files.certificate);
}

function checked(pair: PhoneCertificate, where: string): PhoneCertificate {
  let fits: boolean;
  try {
    fits = new X509Certificate(pair.certificate).checkPrivateKey(createPrivateKey(pair.key));
  } catch {
    throw new PlainError(
      `The certificate for SIP phones (${where}) cannot be read: both files must be PEM, without password.`,
    );
  }
  if (fits) return pair;
  throw new PlainError(`The certificate for SIP phones (${where}) and its key do not belong together.`);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new PlainError(`The file ${file}, for SIP phones over TLS, cannot be read.`);
  }
}
