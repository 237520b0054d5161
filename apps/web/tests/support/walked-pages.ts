import type { Page } from 'playwright-core';
import { matchPath } from 'react-router';
import { expect } from 'vitest';
import { type Breaches, walkLayout } from './layout-walk.ts';

/** The addresses that are looked at as a visitor (layout-open), and as somebody with long names (layout-account). */
export const OPEN_PAGES = [
  '/',
  '/pricing?q=united',
  '/pricing/gb',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/reset-password?token=of-the-mailed-link',
  '/confirm-email',
  '/terms',
  '/privacy',
  '/status',
  '/help',
  '/webrtc-test',
  '/api-test',
  '/calling-cards-ivr-test',
  '/receipts/00000000-0000-4000-8000-000000000000',
  '/nowhere',
] as const;

export const OWN_PAGES = [
  '/dashboard',
  '/messages',
  '/messages/+447700900123',
  '/messages/broadcasts',
  '/messages/broadcasts/new',
  '/contacts',
  '/numbers',
  '/analytics',
  '/billing',
  '/billing/plan',
  '/billing/payments',
  '/billing/invoices',
  '/settings',
  '/settings/security',
  '/settings/phones',
  '/settings/sound',
  '/settings/notices',
  '/settings/preferences',
  '/settings/account',
  '/settings/limits',
  '/calls',
  '/calls?view=all',
  '/pricing?q=an',
  '/help',
] as const;

/** The pages of one thing, whose addresses are known once it is there: each is looked at by `walkPageOf`. */
export const PAGES_OF_ONE = [
  '/calls/:id',
  '/messages/voicemail/:voicemail',
  '/messages/broadcasts/:id?',
  '/numbers/:number/rule',
  '/receipts/:id',
] as const;

/** Looks at the page of one thing, where it stands. */
export async function walkPageOf(page: Page, path: (typeof PAGES_OF_ONE)[number], state: string): Promise<Breaches> {
  const { pathname } = new URL(page.url());
  expect(matchPath(path, pathname), `${pathname} is no ${path}`).not.toBeNull();
  return await walkLayout(page, state);
}
