import { expect, test } from 'vitest';
import { isOfAnother } from './token-subject.ts';

const tokenWith = (claims: unknown) => `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

test.each([
  ['of the same user', tokenWith({ sub: 'ada', sid: '??>>~~' }), false],
  ['of another user', tokenWith({ sub: 'bob', sid: '??>>~~' }), true],
  ['of nobody', tokenWith({}), false],
  ['no claims', tokenWith(null), false],
  ['no token', 'a token', false],
])('%s', (_what, token, expected) => expect(isOfAnother(token, 'ada')).toBe(expected));
