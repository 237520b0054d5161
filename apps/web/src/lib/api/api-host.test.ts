import { expect, test } from 'vitest';
import { apiHost, type BuildSettings } from './api-host.ts';

const both = { VITE_API_HOST: 'https://api.example.org', VITE_SERVERLESS_HOST: 'https://fn.example.org' };

test.each<[string, BuildSettings, string, string]>([
  ['the build’s host', { VITE_API_HOST: 'https://api.example.org' }, 'https:', 'https://api.example.org'],
  [
    'the serverless one, where that was chosen',
    { ...both, VITE_USE_SERVERLESS: 'true' },
    'https:',
    'https://fn.example.org',
  ],
  [
    'the build’s host, where it was not',
    { ...both, VITE_USE_SERVERLESS: 'false' },
    'https:',
    'https://api.example.org',
  ],
  [
    'the host, where no serverless one is named',
    { VITE_API_HOST: 'https://a.b', VITE_USE_SERVERLESS: 'true' },
    'http:',
    'https://a.b',
  ],
  ['where the page came from', {}, 'http:', ''],
  ['the local server on port 4001 for a page from nowhere', {}, 'file:', 'http://localhost:4001'],
])('the API is asked at %s', (_where, build, protocol, host) => {
  expect(apiHost(build, protocol)).toBe(host);
});
