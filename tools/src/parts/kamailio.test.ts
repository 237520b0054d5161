import { expect, test } from 'vitest';
import { isKamailioNoise, kamailioEnv } from './kamailio.ts';

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

const isOurs = (pid: string) => pid === '4185';

test.each([
  ' 1(4185) INFO: <script>: 018f CALL_LIFE ended by caller',
  '12(4185) ERROR: <core> [core/tcp_main.c:2870]: tcp_main(): maximum number of connections exceeded: 8192/8192',
  ' 3(4185) WARNING: <script>: a-call-id PHONES wrong password from 203.0.113.9',
])('a line of Kamailio’s own is kept as it is: %s', (line) => {
  expect(isKamailioNoise(line, isOurs)).toBe(false);
});

test.each([
  'Authorization: Digest username="somebody"',
  ' 1(99) ERROR: <script>: a forged line under a process id that is none of Kamailio’s',
  ' 1(4185) ERROR: <core> [core/parser/parse_via.c:2706]: parse_via(): parsing via on: <x',
  ' 1(4185) ERROR: <core> [core/receive.c:376]: receive_msg(): core parsing of SIP message failed',
])('what a stranger had it say is noise: %s', (line) => {
  expect(isKamailioNoise(line, isOurs)).toBe(true);
});
