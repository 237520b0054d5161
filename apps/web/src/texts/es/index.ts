import type { Translation } from '../../lib/language/translation.ts';
import { analytics } from './analytics.ts';
import { apiTest } from './api-test.ts';
import { auth } from './auth.ts';
import { billing } from './billing.ts';
import { broadcasts } from './broadcasts.ts';
import { callerDoubt } from './numbers/caller-doubt.ts';
import { callDetail } from './calls/call-detail.ts';
import { callTerms } from './calls/call-terms.ts';
import { calls } from './calls.ts';
import { confirm } from './confirm.ts';
import { contacts } from './contacts.ts';
import { dashboard } from './dashboard.ts';
import { factors } from './factors.ts';
import { help } from './help.ts';
import { invoices } from './invoices.ts';
import { ivrSimulator } from './ivr-simulator.ts';
import { landing } from './landing.ts';
import { legal } from './legal.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { notFound } from './not-found.ts';
import { notices } from './notices.ts';
import { numberRules } from './numbers/number-rules.ts';
import { numbers } from './numbers/numbers.ts';
import { payments } from './payments.ts';
import { period } from './period.ts';
import { phone } from './phone.ts';
import { plans } from './plans.ts';
import { pricing } from './pricing.ts';
import { problems } from './problems.ts';
import { proof } from './proof.ts';
import { reasons } from './reasons.ts';
import { sampleCall } from './sample-call.ts';
import { sandbox } from './sandbox.ts';
import { search } from './search.ts';
import { sentences } from './sentences.ts';
import { settings } from './settings.ts';
import { shared } from './shared.ts';
import { shell } from './shell.ts';
import { status } from './status.ts';
import { unsaved } from './unsaved.ts';
import { verifiedNumbers } from './numbers/verified-numbers.ts';
import { greetings, voicemailShares } from './voicemail.ts';
import { webrtcTest } from './webrtc-test.ts';

/** The Spanish texts, one chunk. */
export const translation: Translation = {
  analytics,
  'api-test': apiTest,
  auth,
  billing,
  broadcasts,
  'caller-doubt': callerDoubt,
  'call-detail': callDetail,
  'call-terms': callTerms,
  calls,
  confirm,
  contacts,
  dashboard,
  factors,
  greetings,
  help,
  invoices,
  'ivr-simulator': ivrSimulator,
  landing,
  legal,
  limits,
  messages,
  'not-found': notFound,
  notices,
  'number-rules': numberRules,
  numbers,
  payments,
  period,
  phone,
  plans,
  pricing,
  problems,
  proof,
  reasons,
  'sample-call': sampleCall,
  sandbox,
  search,
  sentences,
  settings,
  shared,
  shell,
  status,
  unsaved,
  'verified-numbers': verifiedNumbers,
  'voicemail-shares': voicemailShares,
  'webrtc-test': webrtcTest,
};
