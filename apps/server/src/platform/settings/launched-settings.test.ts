import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PORT_SETTINGS } from '../../../../../tools/src/ports.ts';
import { serverSettings } from '../../../../../tools/src/server-settings.ts';
import { SETTING_NAMES } from '../config.ts';

/** The launcher reads them, and tells the server in its own words. */
const OF_THE_LAUNCHER = ['DATABASE_URL', 'FARLINE_DATA_DIR', 'FARLINE_PORT'];

test('npm start passes on every setting of the server', () => {
  const given = Object.fromEntries(SETTING_NAMES.map((name) => [name, 'set']));

  expect(SETTING_NAMES).toContain('TELNYX_API_KEY');
  expect(Object.keys(serverSettings(given)).sort()).toEqual(
    SETTING_NAMES.filter((name) => !OF_THE_LAUNCHER.includes(name)).sort(),
  );
});

test('what is not the server’s, or is empty, is not passed on', () => {
  const given = { HOME: '/root', SMTP_URL_OF_OTHERS: 'x', FARLINE_PUBLIC_ADDRESS: '192.0.2.1', SMTP_URL: '' };

  expect(serverSettings(given)).toEqual({});
});

/** `npm start` sets them to fit its other programs: nobody has to know them. */
const INTERNAL = [
  'FARLINE_EVAPI',
  'FARLINE_KAMAILIO_RPC',
  'FARLINE_RTPENGINE',
  'FARLINE_SANDBOX_PAYMENTS_URL',
  'FARLINE_SIP_PHONES',
  'FARLINE_SIP_SECRET',
  'FARLINE_TOKEN_SECRET',
  'FARLINE_WEB_ROOT',
];

test('every setting of the server and every port is named in a document', () => {
  const project = new URL('../../../../../', import.meta.url).pathname;
  const documents = globSync(['README.md', 'docs/*.md', 'deploy/*.md', 'apps/*/README.md'], { cwd: project })
    .map((file) => readFileSync(project + file, 'utf8'))
    .join('\n');
  const named = new Set(documents.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g));
  const ports = Object.values(PORT_SETTINGS).map(({ setting }) => setting);

  expect([...SETTING_NAMES, ...ports].filter((name) => !named.has(name)).sort()).toEqual(INTERNAL);
});
