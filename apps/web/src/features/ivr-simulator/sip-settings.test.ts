import { expect, test } from 'vitest';
import { DEFAULT_SIP_SETTINGS } from './sample-lines.ts';
import { checkSettings } from './sip-settings.ts';

test('the defaults are complete', () => {
  expect(checkSettings(DEFAULT_SIP_SETTINGS)).toEqual({});
});

test.each([
  [{ user: ' ' }, { user: 'userMissing' }],
  [{ server: '' }, { server: 'serverMissing' }],
  [{ port: '0' }, { port: 'portInvalid' }],
  [{ port: '65536' }, { port: 'portInvalid' }],
  [{ port: '5060x' }, { port: 'portInvalid' }],
  [{ password: '' }, {}],
])('with %o the form says %o', (change, wrong) => {
  expect(checkSettings({ ...DEFAULT_SIP_SETTINGS, ...change })).toEqual(wrong);
});
