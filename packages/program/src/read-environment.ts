import type { z } from 'zod';

/** What the environment says of these settings; an empty one is not set. Throws with a line for each that cannot be. */
export function readEnvironment<Shape extends z.ZodObject>(
  settings: Shape,
  env: Record<string, string | undefined>,
): z.infer<Shape> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = settings.safeParse(given);
  if (read.success) return read.data;
  throw new Error(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
}
