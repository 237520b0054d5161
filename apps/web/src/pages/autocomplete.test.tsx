import '../lib/testing/browser-stand-ins.ts';
import type { User } from '@farline/contracts/auth';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { ForgotPasswordForm } from '../features/auth/forgot-password-form.tsx';
import { ResetPasswordForm } from '../features/auth/reset-password-form.tsx';
import { SignInForm } from '../features/auth/sign-in-form.tsx';
import { SignUpForm } from '../features/auth/sign-up-form.tsx';
import { PasswordForm } from '../features/settings/password-form.tsx';
import { ProfileForm } from '../features/settings/profile-form.tsx';

const user = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', phone: null } as User;

test.each<[string, ComponentType, Record<string, string>]>([
  ['sign-in', SignInForm, { email: 'username webauthn', password: 'current-password' }],
  [
    'sign-up',
    SignUpForm,
    {
      firstName: 'given-name',
      lastName: 'family-name',
      email: 'email',
      phone: 'tel',
      password: 'new-password',
      confirmPassword: 'new-password',
    },
  ],
  ['a forgotten password', ForgotPasswordForm, { email: 'email' }],
  ['the mailed link', ResetPasswordForm, { newPassword: 'new-password', confirmPassword: 'new-password' }],
  [
    'the profile',
    () => <ProfileForm user={user} />,
    { firstName: 'given-name', lastName: 'family-name', email: 'email', phone: 'tel' },
  ],
  [
    'a new password',
    PasswordForm,
    { currentPassword: 'current-password', newPassword: 'new-password', confirmPassword: 'new-password' },
  ],
])('a password manager knows every field of %s by its standard name', (_form, Form, names) => {
  const page = renderToStaticMarkup(
    <MemoryRouter initialEntries={['/?token=of-the-mailed-link']}>
      <Form />
    </MemoryRouter>,
  );
  const inputs = [...page.matchAll(/<input[^>]*>/g)]
    .map(([input]) => input)
    .filter((input) => !input.includes('checkbox'));
  const found = inputs.map((input) => [
    / name="(\w+)"/.exec(input)?.[1],
    / autoComplete="([\w -]+)"/i.exec(input)?.[1],
  ]);
  expect(Object.fromEntries(found)).toEqual(names);
});
