import type { Translation } from '../../lib/language.ts';
import { analytics } from './analytics.ts';
import { auth } from './auth.ts';
import { billing } from './billing.ts';
import { calls } from './calls.ts';
import { contacts } from './contacts.ts';
import { dashboard } from './dashboard.ts';
import { ivrSimulator } from './ivr-simulator.ts';
import { landing } from './landing.ts';
import { legal } from './legal.ts';
import { notFound } from './not-found.ts';
import { phone } from './phone.ts';
import { pricing } from './pricing.ts';
import { settings } from './settings.ts';
import { shared } from './shared.ts';
import { shell } from './shell.ts';
import { webrtcTest } from './webrtc-test.ts';

/** The Chinese texts, one chunk. */
export const translation: Translation = {
  analytics,
  auth,
  billing,
  calls,
  contacts,
  dashboard,
  'ivr-simulator': ivrSimulator,
  landing,
  legal,
  'not-found': notFound,
  phone,
  pricing,
  settings,
  shared,
  shell,
  'webrtc-test': webrtcTest,
};
