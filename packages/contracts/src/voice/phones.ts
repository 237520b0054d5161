import { z } from 'zod';
import { asking } from './asking.ts';

// Of the words between Kamailio and the server (voice-engine.ts), those about what connects to the engine: phones, and whoever else.

/** How many voicemails wait for who has a phone, new and old, as its lamp shows them (RFC 3842 §5.2): `2/1`; empty: not known. */
const messagesWaiting = z.string().regex(/^(\d{1,6}\/\d{1,6})?$/);

/** What is this SIP phone's password checked with? Asked of one server for each REGISTER and INVITE of a phone. */
export const phoneAsk = z.object({
  type: z.literal('phone.ask'),
  ...asking,
  username: z.string(),
});

/** HA1 (RFC 2617 §3.2.2.2). A name that nobody has gets a random one, so that it fails as a wrong password does. */
export const phoneAnswer = z.object({
  type: z.literal('phone.answer'),
  transactionIndex: z.int(),
  transactionLabel: z.int(),
  ha1: z.string(),
  /** It is told once the phone is registered. */
  waiting: messagesWaiting,
  /** `yes`: it is remembered how the phone is woken, which may change when it registers (phone-pushes.ts). */
  pushes: z.enum(['', 'yes']),
});

/** Tells a phone, by its user name and wherever it is registered, what waits now. */
export const waitingOrder = z.object({
  type: z.literal('waiting'),
  order: z.string(),
  phone: z.string(),
  waiting: messagesWaiting,
});

/** Closes TCP connections, named by Kamailio's own numbers with spaces between them. */
export const closeConnectionsOrder = z.object({
  type: z.literal('close_connections'),
  order: z.string(),
  connections: z.string(),
});
