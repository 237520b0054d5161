import { z } from 'zod';

/** How long a link can stand, in hours: a day, a week, thirty days. */
export const SHARE_HOURS = [24, 7 * 24, 30 * 24] as const;
/** So many links of one message stand at once. */
export const SHARES_AT_MOST = 10;

/** A link by which whoever has it hears one message. */
export const voicemailShare = z.object({
  id: z.uuid(),
  showsCaller: z.boolean(),
  madeAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** How often its page was opened. */
  opened: z.int(),
});
export type VoicemailShare = z.infer<typeof voicemailShare>;

export const newShare = z
  .object({
    hours: z.literal([...SHARE_HOURS], 'Choose a day, a week or thirty days'),
    /** Whether the page says who called; it does not unless this is said. */
    showsCaller: z.boolean().default(false),
  })
  .meta({ example: { hours: 24, showsCaller: false } });
/** `url` is shown this one time. */
export const newShareReply = z.object({ share: voicemailShare, url: z.url() });
export const sharesReply = z.object({ shares: z.array(voicemailShare) });
export const shareParams = z.object({ id: z.string().max(100), share: z.string().max(100) });
export const sharedParams = z.object({ token: z.string().max(100) });
