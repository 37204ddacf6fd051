import {
  deleteAnnouncementsOf,
  listAnnouncements,
  storeAnnouncements,
  type AnnouncedFact,
} from '../../features/boards/announcement-store.ts'
import type { BoardOwner } from '../../features/boards/board-owner.ts'
import type { Announced, BoardIdentity, BoardReport } from '../../features/boards/board-report.ts'
import type { Context } from '../../platform/context.ts'
import { isUnavailable } from '../../platform/db/errors.ts'
import type { Log } from '../../platform/log.ts'
import { Serial } from '@greenhouse/timeseries'
import type { AnnouncedFacts } from './announced.ts'

/** The announcements of a person have changed in the database. The message is the id of the person. */
export const ANNOUNCED = 'boards-announced'

/** Stores what has been announced, for boards that are listed by now. */
type StoreAnnounced = () => Promise<void>

export interface Announcements {
  /** Resolves when the facts of a person are in memory; undefined when they are. */
  load(householdId: string): Promise<void> | undefined
  of(owner: BoardOwner): Announced
  /** Remembers what reports announce. Returns what stores it, once the reports themselves are stored. */
  keep(owner: BoardOwner, reports: readonly BoardReport[]): StoreAnnounced
  /** Forgets what a source has announced. */
  forget(owner: BoardOwner): Promise<void>
}

/** Keeps announcements of boards in memory and in the database, so that they are known after a restart. */
export function openAnnouncements(
  { bus, db, log, now }: Pick<Context, 'bus' | 'db' | 'log' | 'now'>,
  facts: AnnouncedFacts,
): Announcements {
  const run = runsInOrder(log)
  const loading = new Map<string, Promise<void>>()

  async function loadAll(householdId: string): Promise<void> {
    const expirations = facts.expirations(householdId)
    try {
      facts.load(householdId, await listAnnouncements(db, householdId), expirations)
    } catch (error) {
      if (!isUnavailable(error) || !facts.isKnown(householdId)) throw error
    }
  }

  function load(householdId: string): Promise<void> | undefined {
    if (facts.isLoaded(householdId)) return undefined
    const work = loading.get(householdId) ?? loadAll(householdId).finally(() => loading.delete(householdId))
    loading.set(householdId, work)
    return work
  }

  async function store(
    householdId: string,
    changes: ReadonlyMap<BoardIdentity, readonly AnnouncedFact[]>,
  ): Promise<void> {
    const at = now()
    const stored: Array<() => void> = []
    await db.transaction().execute(async (tx) => {
      for (const [board, all] of changes) {
        const current = all.filter((one) => one.fact === undefined || facts.isCurrent(householdId, one))
        const isClaimed = await storeAnnouncements(tx, { householdId, board, at }, current)
        if (isClaimed === undefined) continue
        stored.push(() => current.forEach((fact) => facts.noteStored(householdId, fact, isClaimed)))
      }
    })
    for (const note of stored) note()
    bus.publish(ANNOUNCED, householdId)
  }

  return {
    load,
    of: ({ householdId, source }) => facts.of(householdId, source),
    keep({ householdId, source }, reports) {
      const changes = new Map<BoardIdentity, readonly AnnouncedFact[]>()
      for (const { board, announces = [] } of reports) {
        const changed = announces.length === 0 ? [] : facts.keep(householdId, source, announces)
        if (changed.length > 0) changes.set(board, changed)
      }
      return async () => {
        if (changes.size > 0) await run(householdId, () => store(householdId, changes))
      }
    },
    async forget({ householdId, source }) {
      facts.forget(householdId, source)
      await run(householdId, () => deleteAnnouncementsOf(db, source))
    },
  }
}

/**
 * Returns a function that changes what is stored of a person, in the order of the calls. An announcement is no reading: one
 * that can't be stored now is acknowledged all the same, and stored when it comes again.
 */
function runsInOrder(log: Log): (householdId: string, work: () => Promise<void>) => Promise<void> {
  const serials = new Map<string, Serial>()
  return async (householdId, work) => {
    const serial = serials.get(householdId) ?? new Serial()
    serials.set(householdId, serial)
    try {
      await serial.run(work)
    } catch (error) {
      if (isUnavailable(error)) log.warn({ event: 'board.announcements-not-stored', reason: (error as Error).message })
      else log.error({ event: 'board.announcements-not-stored', err: error })
    }
  }
}
