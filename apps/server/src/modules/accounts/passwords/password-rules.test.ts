import { expect, test } from 'vitest';
import { isCommonPassword, refusePoorPassword } from './password-rules.ts';

const ada = { email: 'ada.byron@example.org', firstName: 'Ada', lastName: 'Lovelace' };
const refusalOf = (password: string, owner = ada) => {
  try {
    refusePoorPassword('password', password, owner);
    return null;
  } catch (error) {
    return (error as { errors?: unknown }).errors;
  }
};

test.each(['Password1', 'Qwerty123', 'Aa111111', 'Passw0rd', 'Abcd1234', 'Iloveyou1', 'Password1!', '!!Qwerty123?'])(
  '%s is one of the most common, and refused',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
    expect(refusalOf(password)).toEqual({ password: 'This password is one of the most common: please choose another' });
  },
);

test.each(['Ada.Byron@Example.org1', 'Adabyron1843', 'Lovelace1815', 'AdaLovelace1', 'Lovelace-Ada-1', 'Ada12345678'])(
  '%s is the own name or address of its owner, and refused',
  (password) => {
    const sentence = 'This password is your own name or email address: please choose another';
    expect(refusalOf(password)).toEqual({ password: sentence });
  },
);

test.each(['Correct-Horse-7', 'Analytical1843', 'Lovelace-and-Babbage-1', '密码Aa很长的一句话9', 'Xk7!mQ2#'])(
  '%s is taken',
  (password) => {
    expect(refusalOf(password)).toBeNull();
  },
);

test('a name without letters or digits makes no password the own one', () => {
  expect(refusalOf('Correct-Horse-7', { email: '-@-.xx', firstName: '--', lastName: '…' })).toBeNull();
});
