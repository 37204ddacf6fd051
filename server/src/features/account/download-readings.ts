import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Gate, Member } from '../../platform/http/serve.ts'
import { ticketIsOver } from '../../platform/problem.ts'
import { hashToken, newRandomToken } from '../../platform/secrets/random-token.ts'
import { listDeviceKeys } from '../devices/device-store.ts'
import type { SlotLookup } from '../series/history/board-records.ts'
import { readingsAsCsv } from '../series/exports/csv.ts'
import { useSession } from '../users/session-store.ts'
import { deleteDownloadTicket, findDownloadTicket, insertDownloadTicket } from './download-ticket-store.ts'

export async function makeDownloadTicket({ db, now }: Context, { userId, sessionId }: Member): Promise<string> {
  const { token, hash } = newRandomToken()
  await db.transaction().execute((tx) => insertDownloadTicket(tx, { tokenHash: hash, userId, sessionId, now: now() }))
  return token
}

/** Admits requests with a ticket as its member, while that session lives. */
export function ticketGate({ db, now }: Pick<Context, 'db' | 'now'>): Gate['ticket'] {
  return async (ticket) => {
    const owner = await findDownloadTicket(db, hashToken(ticket), now())
    const user = owner && (await useSession(db, { ...owner, now: now() }))
    return user && { ...owner, ...user }
  }
}

export async function useDownloadTicket(db: Db, ticket: string): Promise<void> {
  if (!(await deleteDownloadTicket(db, hashToken(ticket)))) throw ticketIsOver()
}

/** Returns every reading of the account as pieces of CSV. Throws a 401 when the ticket was used. */
export async function downloadReadings(
  { db, timeSeries, slots }: Pick<Context, 'db' | 'timeSeries'> & { readonly slots: SlotLookup },
  { householdId }: Member,
  ticket: string,
): Promise<AsyncIterable<string>> {
  await useDownloadTicket(db, ticket)
  return readingsAsCsv({ timeSeries, slots }, await listDeviceKeys(db, householdId))
}
