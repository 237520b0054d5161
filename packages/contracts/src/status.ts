import { z } from 'zod';

/** What is watched: the pages and the API (`web`), Kamailio and rtpengine (`engine`), PostgreSQL (`database`). */
export const statusComponent = z.enum(['web', 'engine', 'database']);
export type StatusComponent = z.infer<typeof statusComponent>;

const answered = {
  status: z.enum(['ok', 'failing']),
  service: z.string(),
  /** When it was checked; an answer may be a few seconds old. */
  time: z.iso.datetime(),
  /** A sentence for a person. */
  message: z.string(),
};

/** `GET /polly-test`: a sentence was spoken anew for this check. */
export const speechTestReply = z.object({
  ...answered,
  tookMs: z.number(),
  /** What came out of the synthesis; null when nothing did. */
  bytes: z.int().nullable(),
  spokenMs: z.int().nullable(),
});

/** `GET /db-test`: something was written, committed and read again. */
export const databaseTestReply = z.object({ ...answered, tookMs: z.number() });

/**
 * The share of a stretch of time in which it answered, 0 to 1; null before the first measurement. Time in which nothing
 * was measured counts as not available, and stands in `unmeasuredSeconds`.
 */
export const availability = z.object({
  share: z.number().min(0).max(1).nullable(),
  measuredSeconds: z.int(),
  unmeasuredSeconds: z.int(),
});
export type Availability = z.infer<typeof availability>;

const measured = { last24Hours: availability, last30Days: availability };

/** `GET /status`, for whoever asks for JSON; a browser that opens the address gets the page. */
export const statusReply = z.object({
  ...answered,
  measuredEverySeconds: z.int(),
  /** The oldest measurement kept (at most 31 days); null before the first, or while the database cannot be read. */
  since: z.iso.datetime().nullable(),
  /** All components at once. */
  overall: z.object(measured),
  components: z.array(
    z.object({
      name: statusComponent,
      state: z.enum(['ok', 'failing', 'unknown']),
      ...measured,
      /** UTC days, oldest first; at most 31. */
      days: z.array(z.object({ day: z.iso.date(), availability })),
    }),
  ),
});
export type StatusReply = z.infer<typeof statusReply>;
