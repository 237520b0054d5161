import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { validateRequest } from './validate-request.ts';
import { invalidField, Problem } from './problems.ts';

/** The one field that files come in: the specification's upload helper sends it. */
const FIELD = 'file';

/** Checks all but the body: it is a stream that no schema can look into. */
function checkAllButBody({ schema, httpPart }: { schema: unknown; httpPart?: string }) {
  if (httpPart === 'body' || !(schema instanceof z.ZodType)) return (value: unknown) => ({ value });
  return validateRequest({ schema });
}

/** For the options of a route that takes a file: what its documentation says of the body, which `uploadedFile` reads. */
export const UPLOAD = {
  validatorCompiler: checkAllButBody,
  schema: { consumes: ['multipart/form-data'], body: z.object({ [FIELD]: z.file() }) },
};

const noFile = () => invalidField(FIELD, 'Choose a file to send');
const fileTooLarge = (mostBytes: number) =>
  new Problem('file_too_large', 413, `The file is too large: at most ${Math.floor(mostBytes / 1024 / 1024)} MB.`, {
    errors: { [FIELD]: 'The file is too large' },
  });

/** For the options of a server: a file on a slow line may take minutes to arrive, but not be silent for half of one. */
export const ARRIVAL = { requestTimeout: 600_000, connectionTimeout: 30_000, http: { headersTimeout: 30_000 } };

/**
 * Lets routes take multipart form data; each reads it by `uploadedFile`. A connection that is silent for the server's
 * `connectionTimeout` is cut off while something of a request is to come, and never while its answer is.
 */
export async function addUploads(app: Pick<FastifyInstance, 'register' | 'server'>): Promise<void> {
  app.server.prependListener('request', (request, response) => {
    // Without a listener Node itself would cut off whoever waits for an answer, too.
    response.on('timeout', () => {
      if (!request.complete) request.socket.destroy();
    });
  });
  await app.register(multipart, { limits: { files: 1, fields: 10, fieldSize: 1024, headerPairs: 50 } });
}

/** The file that came in the field `file`, whole. Refuses other bodies, no file, and one of more than `mostBytes`. */
export async function uploadedFile(
  request: FastifyRequest,
  options: { mostBytes: number },
): Promise<{ name: string; bytes: Buffer }> {
  // Of a request that was cut off before it is read nothing would come, and no end either.
  if (!request.isMultipart() || request.raw.destroyed) throw noFile();
  try {
    for await (const part of request.parts({ limits: { fileSize: options.mostBytes } })) {
      if (part.type === 'file' && part.fieldname === FIELD) {
        const bytes = await part.toBuffer();
        // `toBuffer` itself sees this only when a piece of the file comes after the cut.
        if (part.file.truncated) throw fileTooLarge(options.mostBytes);
        return { name: part.filename, bytes };
      }
      // What nobody reads would keep the request open.
      if (part.type === 'file') part.file.resume();
    }
  } catch (error) {
    throw refusal(error, options.mostBytes);
  }
  throw noFile();
}

function refusal(error: unknown, mostBytes: number): unknown {
  const { code } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return fileTooLarge(mostBytes);
  // Busboy's own errors have no code; they are about the body alone.
  if (error instanceof Error && (code === undefined || code.startsWith('FST_'))) return noFile();
  return error;
}

/** The text of a file: UTF-8, or UTF-16 by its mark; else the Western European bytes that older programs write. */
export function textOfFile(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Says that a reply is a text file to be saved under a name, and by nobody kept on the way. */
export function sendAsFile(reply: Pick<FastifyReply, 'headers'>, file: { type: `text/${string}`; name: string }): void {
  reply.headers({
    'content-type': `${file.type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${file.name}"`,
    'cache-control': 'no-store',
  });
}

/**
 * The bytes that a request's Range header asks for, one range (RFC 9110 §14.2), with what the reply must say of them: Safari plays no sound
 * without. All of them where the header is missing, or says what we do not read.
 */
export function partOf(
  reply: Pick<FastifyReply, 'header' | 'status'>,
  bytes: Buffer,
  range: string | undefined,
): Buffer {
  reply.header('accept-ranges', 'bytes');
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return bytes;
  const first = from === '' ? Math.max(0, bytes.length - Number(to)) : Number(from);
  const last = from === '' || to === '' ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return bytes;
  if (first > last) {
    reply.status(416).header('content-range', `bytes */${bytes.length}`);
    return Buffer.alloc(0);
  }
  reply.status(206).header('content-range', `bytes ${first}-${last}/${bytes.length}`);
  return bytes.subarray(first, last + 1);
}
