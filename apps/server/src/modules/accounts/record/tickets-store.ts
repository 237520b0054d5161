import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import { forgetSome } from '../../../platform/forgetting/forget-all.ts';

/** A sign-in that waits for its second step. */
export type SignInTicket = { hash: Buffer; userId: string; remembered: boolean; tries: number };
/** From where a ticket counts: the address and the program that the password came from. */
export type TicketClient = { place: string; userAgent: string | null };

/** Writes a ticket. */
export async function insertTicket(
  tx: Transaction,
  ticket: { hash: Buffer; userId: string; remembered: boolean; from: TicketClient; at: Date; expiresAt: Date },
): Promise<void> {
  await sql`insert into accounts.sign_in_ticket (hash, user_id, remembered, place, user_agent, created_at, expires_at)
    values (${ticket.hash}, ${ticket.userId}, ${ticket.remembered}, ${ticket.from.place}, ${ticket.from.userAgent},
      ${ticket.at}, ${ticket.expiresAt})`.execute(tx);
}

/** The ticket, if it still counts at this place; null otherwise. */
export async function findTicket(
  database: Executor,
  asked: { hash: Buffer; from: TicketClient; now: Date; mostTries: number },
): Promise<SignInTicket | null> {
  const { rows } = await sql<SignInTicket>`
    select hash, user_id as "userId", remembered, tries from accounts.sign_in_ticket
    where hash = ${asked.hash} and place = ${asked.from.place} and user_agent is not distinct from ${asked.from.userAgent}
      and expires_at > ${asked.now} and tries < ${asked.mostTries}`.execute(database);
  return rows[0] ?? null;
}

/** Counts a try before it is looked at, so that many at once are counted too; null when the ticket counts no more. */
export async function takeTry(
  database: Executor,
  asked: { hash: Buffer; from: TicketClient; now: Date; mostTries: number },
): Promise<SignInTicket | null> {
  const { rows } = await sql<SignInTicket>`
    update accounts.sign_in_ticket set tries = tries + 1
    where hash = ${asked.hash} and place = ${asked.from.place} and user_agent is not distinct from ${asked.from.userAgent}
      and expires_at > ${asked.now} and tries < ${asked.mostTries}
    returning hash, user_id as "userId", remembered, tries`.execute(database);
  return rows[0] ?? null;
}

/** Uses a ticket up. False when it is gone: it was used, or the password has changed since. */
export async function useUpTicket(tx: Transaction, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`delete from accounts.sign_in_ticket where hash = ${hash} returning hash`.execute(tx);
  return rows.length > 0;
}

/** Takes every ticket of a user away: what they were given for has changed. */
export async function deleteTicketsOf(tx: Transaction, userId: string): Promise<void> {
  await sql`delete from accounts.sign_in_ticket where user_id = ${userId}`.execute(tx);
}

/** Notes that a challenge was answered. False when it was answered before. */
export async function noteAnswered(database: Executor, challenge: { hash: Buffer; expiresAt: Date }): Promise<boolean> {
  const { rows } = await sql`
    insert into accounts.answered_challenge (hash, expires_at) values (${challenge.hash}, ${challenge.expiresAt})
    on conflict do nothing returning hash`.execute(database);
  return rows.length > 0;
}

/** Removes tickets that are past their end, some at a time; gives how many. */
export async function forgetTickets(database: Executor, now: Date): Promise<number> {
  return await forgetSome(database, 'accounts.sign_in_ticket', sql`expires_at < ${now}`);
}

/** The same of challenges that were answered. */
export async function forgetChallenges(database: Executor, now: Date): Promise<number> {
  return await forgetSome(database, 'accounts.answered_challenge', sql`expires_at < ${now}`);
}
