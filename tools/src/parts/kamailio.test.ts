import { expect, test } from 'vitest';
import { kamailioEnv } from './kamailio.ts';

const DATABASE = 'postgres://kamailio:secret@database.example.org/farline';

test.each([
  '?sslmode=require',
  '?application_name=farline&sslmode=verify-full',
  '?sslmode=no-verify',
  '?ssl=true',
  '?ssl=1',
])('where the database must be reached over TLS, Kamailio’s connections must be too: %s', (query) => {
  expect(kamailioEnv(DATABASE + query)).toEqual({ PGSSLMODE: 'require' });
});

test.each(['', '?sslmode=disable', '?sslmode=prefer', '?ssl=false'])(
  'TLS is not demanded where nobody asks for it: "%s"',
  (query) => {
    expect(kamailioEnv(DATABASE + query)).toEqual({});
  },
);
