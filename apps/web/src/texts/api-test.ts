import { defineTexts } from '../lib/language/i18n.ts';

/** Words of the API test. */
export const apiTestText = defineTexts('api-test', {
  pageTitle: 'API test',
  lead: 'Three requests to {{host}}, one after another, without your session.',
  run: 'Run All Tests',
  running: 'Running…',
  title_root: 'Root health',
  title_auth: 'Auth service health',
  title_profile: 'Profile without credentials',
  expects_root: 'Expected: 200',
  expects_auth: 'Expected: 200',
  expects_profile: 'Expected: 401 or 400. A stranger is refused.',
  state_waiting: 'Not run yet',
  state_running: 'Running',
  state_passed: 'Passed',
  state_failed: 'Failed',
  duration: '{{ms}} ms',
  httpStatus: 'HTTP {{status}}',
  timedOut: 'No answer within 30 seconds.',
  network: 'No connection. The server may be down, or your network.',
  response: 'Response data',
  noBody: 'The response has no data.',
  allPassed: 'All three tests passed.',
  allFailed: 'All three tests failed.',
  someFailed_one: '{{count}} of three tests failed.',
  someFailed_other: '{{count}} of three tests failed.',
});
