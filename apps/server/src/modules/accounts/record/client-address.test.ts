import { expect, test } from 'vitest';
import { networkOf, siteOf, surroundingsOf } from './client-address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('a limit counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:DB8::9', '2001:db8:0::/48'],
  ['203.0.113.7', null],
  ['::ffff:203.0.113.7', null],
])('%s is of the site %s', (address, site) => {
  expect(siteOf(address)).toBe(site);
});

test.each([
  ['203.0.113.7', '203.0.42.1', true],
  ['203.0.113.7', '::ffff:203.0.0.1', true],
  ['203.0.113.7', '203.1.113.7', false],
  ['2001:db8:1::1', '2001:db8:ffff::1', true],
  ['2001:db8:1::1', '2001:db9:1::1', false],
])('%s and %s are near each other: %s', (one, other, areNear) => {
  expect(surroundingsOf(one) === surroundingsOf(other)).toBe(areNear);
});
