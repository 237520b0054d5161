import { z } from 'zod';

/** Where something stands in JSON or in a form: `data.payload.to.0.status`. */
const fieldPath = z.string().regex(/^[\w-]+(\.[\w-]+)*$/, 'expected names with dots between, such as data.to.0.status');

/** What a request may name of a message, and of how we are known. */
const PLACEHOLDERS = new Set([
  'to',
  'to_digits',
  'from',
  'from_digits',
  'text',
  'valid_seconds',
  'webhook_url',
  'login',
  'origin',
  'profile',
]);
const template = z.string().refine(
  (text) => {
    return [...text.matchAll(/\{([a-z_]+)\}/g)].every(([, name = '']) => PLACEHOLDERS.has(name));
  },
  `names in braces may be ${[...PLACEHOLDERS].join(', ')}`,
);
const jsonTemplate: z.ZodType<JsonTemplate> = z.lazy(() =>
  z.union([template, z.number(), z.boolean(), z.null(), z.array(jsonTemplate), z.record(z.string(), jsonTemplate)]),
);

/** JSON in whose texts names in braces stand for what is sent. What is `{profile}` alone is left out where that is empty. */
export type JsonTemplate = string | number | boolean | null | JsonTemplate[] | { [name: string]: JsonTemplate };

const headerName = z.string().regex(/^[\w-]{1,64}$/);
const headers = z.record(headerName, z.string().regex(/^[\x20-\x7e]*$/));
/** Holds where there is something at the path; `is`: one of these words. */
const condition = z.strictObject({ path: fieldPath, is: z.array(z.string()).nullable().default(null) });
const receiptState = z.enum(['enroute', 'accepted', 'delivered', 'expired', 'undelivered', 'rejected']);

const request = z.strictObject({
  url: template,
  method: z.enum(['POST', 'PUT']).default('POST'),
  /** `header`: the password as it is, under this name. */
  auth: z.union([z.enum(['basic', 'bearer', 'none']), z.strictObject({ header: headerName })]),
  headers: headers.default({}),
  body: z.union([
    z.strictObject({ json: z.record(z.string(), jsonTemplate) }),
    z.strictObject({ form: z.record(z.string(), template) }),
  ]),
  /** Where the provider documents that a request with the same key counts once: the header that has it. */
  idempotencyHeader: headerName.nullable().default(null),
  longestValidSeconds: z.int().min(60).default(86_400),
});

const answer = z.strictObject({
  /** Null: the provider names no ids, and no receipt can be matched. */
  id: fieldPath.nullable(),
  /** Its code for why it refuses. One that stands in an answer of 2xx refuses as well, but for those of `noErrors`. */
  error: fieldPath.nullable().default(null),
  noErrors: z.array(z.string()).default(['0']),
  segments: fieldPath.nullable().default(null),
  /** Codes and statuses of what was not taken now, and may be another time. */
  laterErrors: z.array(z.string()).default([]),
  laterStatuses: z.array(z.int().min(400).max(599)).default([401, 402, 425, 429]),
});

const receipts = z.strictObject({
  when: condition,
  id: fieldPath,
  state: fieldPath,
  to: fieldPath,
  from: fieldPath,
  error: fieldPath.nullable().default(null),
  segments: fieldPath.nullable().default(null),
  states: z.record(z.string(), receiptState),
  /** Where a code says more than the state does. */
  errorStates: z.record(z.string(), receiptState).default({}),
});

const incoming = z.strictObject({
  when: condition,
  id: fieldPath,
  from: fieldPath,
  to: fieldPath,
  text: fieldPath,
  /** A list that is not empty, a number above 0, or anything else that is there: a picture came along. */
  media: fieldPath.nullable().default(null),
});

const signature = z.discriminatedUnion('kind', [
  /** HMAC-SHA1 in base64 over the address and the sorted fields of a form. */
  z.strictObject({ kind: z.literal('url-and-form'), header: headerName }),
  /** Ed25519 in base64 over `timestamp|body`, with a public key of 32 octets in base64. */
  z.strictObject({ kind: z.literal('ed25519'), header: headerName, timestampHeader: headerName }),
  /** A bearer JWT (HS256) with `iat`, and in `payload_hash` the SHA-256 of the body in hexadecimal. */
  z.strictObject({ kind: z.literal('jwt') }),
  /** With `timestampHeader` over `timestamp.body`, in seconds; else over the body. */
  z.strictObject({
    kind: z.literal('hmac'),
    header: headerName,
    algorithm: z.enum(['sha1', 'sha256', 'sha512']),
    encoding: z.enum(['hex', 'base64']),
    prefix: z.string().default(''),
    timestampHeader: headerName.nullable().default(null),
  }),
  /** The secret itself. */
  z.strictObject({ kind: z.literal('header'), header: headerName }),
]);

/** What an HTTP API for messages wants and says: how one is sent, what its answers mean, and what its webhooks tell. */
export const httpProvider = z.strictObject({
  request,
  answer,
  receipts: receipts.nullable().default(null),
  incoming: incoming.nullable().default(null),
  /** What its webhooks are known by; null: none are taken. */
  signature: signature.nullable().default(null),
});

export type HttpProvider = z.output<typeof httpProvider>;
