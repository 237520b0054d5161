import { z } from 'zod';
import { walletView } from './billing.ts';
import { isPlainLine } from './plain-line.ts';
import { validationMessages as say } from './validation-messages.ts';

/** What a browser or app said of itself when it signed in; a page has pictures for the kinds and names for the rest. */
export const device = z.object({
  /** For a person: `Firefox on Windows`. */
  name: z.string(),
  browser: z.string().nullable().meta({ example: 'Firefox' }),
  system: z.string().nullable().meta({ example: 'Windows' }),
  kind: z.enum(['desktop', 'phone', 'tablet', 'program', 'unknown']),
});
export type Device = z.infer<typeof device>;

/** One sign-in on one browser. */
export const signedInSession = z.object({
  id: z.uuid(),
  device,
  /** The network address it was last seen from; null for sessions older than this list. */
  address: z.string().nullable(),
  startedAt: z.iso.datetime(),
  /** To a quarter of an hour: when it last renewed its token. */
  lastSeenAt: z.iso.datetime(),
  /** The one that asks. */
  isCurrent: z.boolean(),
  /** Not remembered, it ends with its browser. */
  isRemembered: z.boolean(),
});
export type SignedInSession = z.infer<typeof signedInSession>;
/** The current one first, then the last seen. */
export const sessionsReply = z.object({ sessions: z.array(signedInSession) });
export const sessionsEndedReply = z.object({ ended: z.int(), message: z.string() });

/** What a profile picture may be. It is sent as multipart form data, in the field `file`. */
export const PICTURE_LIMITS = { bytes: 2 * 1024 * 1024, types: ['image/png', 'image/jpeg', 'image/webp'] } as const;

/** The bounds of SIP phones. */
export const SIP_PHONE_LIMITS = { phones: 20, nameLength: 60 } as const;

const phoneName = z
  .string({ error: 'Name is required' })
  .trim()
  .min(1, 'Name is required')
  .max(SIP_PHONE_LIMITS.nameLength, `Name must be at most ${SIP_PHONE_LIMITS.nameLength} characters`)
  .refine(isPlainLine, 'Name must be plain text on one line');

export const newSipPhone = z
  .object({
    name: phoneName,
    /** Needed without a second factor, unless it was proved within ten minutes. */
    password: z.string().min(1, say.passwordRequired).max(128, say.passwordTooLong).optional(),
  })
  .meta({ example: { name: 'Desk phone', password: 'Analytical1843' } });
export const sipPhoneChange = z.object({ name: phoneName }).meta({ example: { name: 'Kitchen phone' } });

export const sipPhone = z.object({
  id: z.uuid(),
  name: z.string(),
  username: z.string(),
  createdAt: z.iso.datetime(),
  /** Whether it can be called now; null while the engine does not tell. */
  isRegistered: z.boolean().nullable(),
});
export type SipPhone = z.infer<typeof sipPhone>;

/** Where a desk phone or softphone app registers. */
export const sipRegistrar = z.object({
  /** Its realm, and the domain of its address: `sip:<username>@<domain>`. */
  domain: z.string(),
  /** The host that it sends to (as outbound proxy, where the domain has no DNS record of its own). */
  host: z.string(),
  /** Empty while this server takes no registrations: the page says so. */
  transports: z.array(z.object({ transport: z.enum(['udp', 'tcp', 'tls']), port: z.int() })),
});
export type SipRegistrar = z.infer<typeof sipRegistrar>;

export const sipPhonesReply = z.object({ phones: z.array(sipPhone), registrar: sipRegistrar });
export const sipPhoneReply = z.object({ phone: sipPhone });
/** The password is shown this once: nobody can read it again, here or in the database. */
export const newSipPhoneReply = z.object({ phone: sipPhone, password: z.string(), registrar: sipRegistrar });

export const closeAccountRequest = z
  .object({
    password: z.string({ error: say.passwordRequired }).min(1, say.passwordRequired).max(128, say.passwordTooLong),
  })
  .meta({ example: { password: 'Analytical1843' } });
/** The account is closed, and everyone in it is signed out. */
export const closeAccountReply = z.object({
  message: z.string(),
  /** What was left when it closed. */
  creditLeft: walletView.shape.balance,
  /** Calls that were running; they are being ended, and charged up to their end. */
  callsEnded: z.int(),
});
export type CloseAccountReply = z.infer<typeof closeAccountReply>;
