import '../lib/testing/browser-stand-ins.ts';
import type { User } from '@farline/contracts/auth';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ProfileForm } from '../features/settings/profile-form.tsx';
import { PhoneField } from './phone-field.tsx';

const shown = (typed: string): string =>
  renderToStaticMarkup(<PhoneField typed={typed} country="GB" onCountry={() => undefined} />);

test('what a typed number is read as stands below it, and breaks across no lines', () => {
  expect(shown('07700 900456')).toContain('We read this as +44\u00a07700\u00a0900456.');
});

test('a number that is written out needs no second telling', () => {
  expect(shown('+44 7700 900456')).not.toContain('900456');
  expect(shown('+44 7700 900456')).not.toContain('Optional');
});

test('the number of a profile is written as people write one', () => {
  const user = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', phone: '+447700900456' } as User;
  // React Hook Form fills its fields in the browser: what it fills them with is told by what is read below them.
  expect(renderToStaticMarkup(<ProfileForm user={user} />)).not.toContain('We read this as');
});
