import { createHash, randomInt } from 'node:crypto';

/** The credentials of one desk phone or softphone app, as they are kept. */
export type SipPhone = {
  id: string;
  userId: string;
  accountId: string;
  name: string;
  username: string;
  realm: string;
  /** Opens the realm to whoever has it: goes to the registrar's question alone, never to a page or a log. */
  ha1: string;
  createdAt: Date;
};

/** Without what people mistake for something else: they type these on the keys of a telephone. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz';
const DIGITS = '23456789';
const USERNAME_LENGTH = 10;
/** 20 of 31 characters: 99 bits. */
const PASSWORD_LENGTH = 20;

/** A user name that begins with a letter: no ephemeral one does, which begin with the digits of their end. */
export function newSipUsername(): string {
  return pick(LETTERS, 1) + pick(LETTERS + DIGITS, USERNAME_LENGTH - 1);
}

export function newSipPassword(): string {
  return pick(LETTERS + DIGITS, PASSWORD_LENGTH);
}

/** HA1 of RFC 2617 §3.2.2.2, which is what a registrar needs of a password: MD5 is the digest that every phone speaks. */
export function ha1Of(credentials: { username: string; realm: string; password: string }): string {
  const { username, realm, password } = credentials;
  return createHash('md5').update(`${username}:${realm}:${password}`).digest('hex');
}

function pick(from: string, count: number): string {
  return Array.from({ length: count }, () => from[randomInt(from.length)]).join('');
}
