import { isIP, isIPv4 } from 'node:net';
import { PlainError } from './plain-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Addresses whose connections and users the flood guard counts one by one, such as a proxy's. A PlainError for anything else. */
export function floodExceptions(env: Environment): string[] {
  return readList(env, 'FARLINE_FLOOD_EXCEPTIONS', {
    isRight: (word) => isIP(word) !== 0,
    form: 'addresses, as in 127.0.0.1,10.0.0.3',
  });
}

/** Whose sound comes from elsewhere than they say: addresses, or `phones` for any SIP phone. A PlainError for anything else. */
export function soundLearnedFrom(env: Environment): string[] {
  return readList(env, 'FARLINE_SOUND_LEARNED_FROM', {
    isRight: (word) => word === 'phones' || isIPv4(word),
    form: 'IPv4 addresses, as in 203.0.113.10,198.51.100.7, or the word phones',
  });
}

function readList(
  env: Environment,
  name: string,
  expected: { isRight(word: string): boolean; form: string },
): string[] {
  const words = (env[name] ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const wrong = words.find((word) => !expected.isRight(word));
  if (wrong === undefined) return words;
  throw new PlainError(`${name} holds "${wrong}": it must list ${expected.form}.`);
}
