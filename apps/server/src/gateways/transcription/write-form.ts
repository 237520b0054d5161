import { randomBytes } from 'node:crypto';

/** A file as a part of a form. Its name and type are ours: nothing is escaped in them. */
export type FormFile = { name: string; type: string; bytes: Buffer };

/** A form with one file, as `multipart/form-data` (RFC 7578), in one piece: servers of this API take no chunked body. */
export function writeForm(
  fields: Record<string, string>,
  file: FormFile,
): { headers: Record<string, string>; body: Buffer } {
  const boundary = `farline-${randomBytes(16).toString('hex')}`;
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}`;
  const before = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}\r\n\r\n${value}\r\n`);
  const opening = `${part(`name="file"; filename="${file.name}"`)}\r\nContent-Type: ${file.type}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(before.join('') + opening),
    file.bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(body.length),
  };
  return { headers, body };
}
