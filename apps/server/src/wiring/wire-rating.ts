import { addRatingRoutes, createRating, type Rating } from '../modules/rating/index.ts';
import type { ServerModule } from '../platform/server-module.ts';
import type { Foundation } from '../lay-foundation.ts';

/** Prices, read into memory, and the routes that tell them. */
export async function wireRating({ core }: Foundation): Promise<Rating & ServerModule> {
  const rating = createRating(core);
  await rating.start();
  return { ...rating, routes: async (api) => addRatingRoutes(api, { rating }) };
}
