import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';

const least = {
  DATABASE_URL: 'postgres://localhost/farline',
  FARLINE_TOKEN_SECRET: 't'.repeat(32),
  FARLINE_SIP_SECRET: 's'.repeat(32),
};
const read = (FARLINE_ICE_SERVERS: string) => readConfig({ ...least, FARLINE_ICE_SERVERS }).sip.iceServers;

test('a TURN server has its login apart, as browsers want it, and a STUN server has none', () => {
  const servers =
    'stun:stun.example.org, turn:ada:p%40ss%2Cw%3Ard@turn.example.org:3478?transport=tcp,turns:17%3Aada:x@[::1]:5349';

  expect(read(servers)).toEqual([
    { urls: ['stun:stun.example.org'] },
    { urls: ['turn:turn.example.org:3478?transport=tcp'], username: 'ada', credential: 'p@ss,w:rd' },
    { urls: ['turns:[::1]:5349'], username: '17:ada', credential: 'x' },
  ]);
});

test.each([
  ['turn:turn.example.org:3478', 'a TURN server needs a login: turn:name:password@host'],
  ['turn:hunter2@turn.example.org', 'expected stun:host or turn:name:password@host'],
  ['turn:ada:hunter2%@turn.example.org', 'a % in a name or a password is written as %25'],
  ['turn:ada:hun@ter2@turn.example.org', 'expected stun:host'],
  ['stun.example.org:3478', 'expected stun:host'],
  ['stun:stun.example.org?transport=udp', 'expected stun:host'],
  ['stun:stun.example.org:99999', 'expected stun:host'],
  ['turn:ada:hunter2@turn.example.org:99999', 'expected stun:host'],
  ['stun:ada:hunter2@stun.example.org', 'expected stun:host'],
  ['https://turn.example.org', 'expected stun:host'],
])(
  'FARLINE_ICE_SERVERS with %s is refused at the start, and by its place alone: a password may be in it',
  (entry, why) => {
    const reading = () => read(`stun:stun.example.org,${entry}`);

    expect(reading).toThrow(`FARLINE_ICE_SERVERS server 2: ${why}`);
    expect(reading).not.toThrow(/hun|ter2/);
  },
);
