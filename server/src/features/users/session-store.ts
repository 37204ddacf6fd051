import { toTimestamp, type HouseholdRole, type Session } from '@greenhouse/contract'
import { isUnavailable } from '../../platform/db/errors.ts'
import { defaultHouseholdOf } from '../../platform/db/owners.ts'
import type { Db } from '../../platform/db/schema.ts'

const DAY = 86_400_000
const SESSION_IDLE_MS = 7 * DAY
export const SESSION_LONGEST_MS = 30 * DAY
export const SESSIONS_PER_USER_MAX = 50
const USE_NOTED_EVERY_MS = 60_000

/** Inserts a session, and removes the least recently used ones beyond the limit. */
export async function insertSession(
  db: Db,
  session: { id: string; userId: string; device: string; now: number },
): Promise<void> {
  const { id, userId, device, now } = session
  await db.insertInto('session').values({ id, user_id: userId, device, created_at: now, last_used_at: now }).execute()
  await removeOverdue(db, userId, now)
  const kept = db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(SESSIONS_PER_USER_MAX)
  await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('id', '!=', id)
    .where('id', 'not in', kept)
    .execute()
}

export interface SessionUser {
  readonly role: 'user' | 'admin'
  /** The user's default household; '' for a member of none. */
  readonly householdId: string
  readonly householdRole: HouseholdRole
}

/** Returns the user of a live session, and stores the use. */
export async function useSession(
  db: Db,
  { userId, sessionId, now }: { userId: string; sessionId: string; now: number },
): Promise<SessionUser | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .leftJoin('household_member as member', (join) =>
      join
        .onRef('member.user_id', '=', 'user.id')
        .on(({ eb, ref }) => eb('member.household_id', '=', defaultHouseholdOf(ref('user.id')))),
    )
    .select(['session.last_used_at', 'user.role', 'member.household_id', 'member.role as household_role'])
    .where('session.id', '=', sessionId)
    .where('session.user_id', '=', userId)
    .where('session.last_used_at', '>', now - SESSION_IDLE_MS)
    .where('session.created_at', '>', now - SESSION_LONGEST_MS)
    .where('user.locked_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  if (now - row.last_used_at > USE_NOTED_EVERY_MS) {
    await noteUse(db, sessionId, now)
  }
  return { role: row.role, householdId: row.household_id ?? '', householdRole: row.household_role ?? 'viewer' }
}

/** Returns whether the session started less than `than` milliseconds ago. */
export async function isSessionYounger(
  db: Db,
  sessionId: string,
  { than, now }: { than: number; now: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('created_at', '>', now - than)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns which of the sessions are live, without counting as a use. */
export async function listLivingSessions(db: Db, sessionIds: readonly string[], now: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select('session.id')
    .where('session.id', 'in', sessionIds)
    .where('session.last_used_at', '>', now - SESSION_IDLE_MS)
    .where('session.created_at', '>', now - SESSION_LONGEST_MS)
    .where('user.locked_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Stores the last use of a session. A failure, as on a full disk, does not fail the request. */
async function noteUse(db: Db, sessionId: string, now: number): Promise<void> {
  try {
    await db.updateTable('session').set({ last_used_at: now }).where('id', '=', sessionId).execute()
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
}

export async function listSessions(
  db: Db,
  { userId, sessionId, now }: { userId: string; sessionId: string; now: number },
): Promise<Session[]> {
  await removeOverdue(db, userId, now)
  const rows = await db
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .execute()
  return rows.map((row) => ({
    sessionId: row.id,
    device: row.device,
    createdAt: toTimestamp(row.created_at),
    lastUsedAt: toTimestamp(row.last_used_at),
    current: row.id === sessionId,
  }))
}

export async function deleteSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return ended.numDeletedRows > 0n
}

export async function deleteAllSessions(db: Db): Promise<void> {
  await db.deleteFrom('session').execute()
}

export async function deleteAllOverdue(db: Db, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where((or) =>
      or.or([or('last_used_at', '<=', now - SESSION_IDLE_MS), or('created_at', '<=', now - SESSION_LONGEST_MS)]),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

async function removeOverdue(db: Db, userId: string, now: number): Promise<void> {
  await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where((or) =>
      or.or([or('last_used_at', '<=', now - SESSION_IDLE_MS), or('created_at', '<=', now - SESSION_LONGEST_MS)]),
    )
    .execute()
}
