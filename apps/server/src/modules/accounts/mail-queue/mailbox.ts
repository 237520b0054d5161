import { createHash } from 'node:crypto';

/**
 * The mailbox that an address leads to: letter case, what follows a plus sign, and the dots of Gmail lead to the same.
 * For counting alone: mail goes to the address as it was typed, and people sign in with that.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const untagged = local.split('+')[0] || local;
  if (domain === 'gmail.com' || domain === 'googlemail.com') return `${untagged.replaceAll('.', '')}@gmail.com`;
  return `${untagged}@${domain}`;
}

/** What is kept of a mailbox where the account may be gone: 32 bytes. */
export function mailboxHash(email: string): Buffer {
  return createHash('sha256').update(mailboxOf(email)).digest();
}
