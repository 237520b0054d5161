import { z } from 'zod';

/** A port to be found at. */
export const port = z.coerce.number().int().min(1).max(65_535);

/** The first port of a range and its last. */
export type PortRange = { from: number; to: number };

/** A range of ports, written `31000-31999`. */
export const portRange = z.string().transform((text, context): PortRange => {
  const [from, to, ...rest] = text.split('-').map((part) => port.safeParse(part));
  if (from?.success && to?.success && rest.length === 0 && from.data < to.data) return { from: from.data, to: to.data };
  context.addIssue(`"${text}" must be two ports, the lower first, such as 31000-31999.`);
  return z.NEVER;
});
