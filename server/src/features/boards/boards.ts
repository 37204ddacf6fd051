import type { Context } from '../../platform/context.ts'
import type { DeviceRef } from '../../platform/device-ref.ts'
import type { ProblemError } from '../../platform/problem.ts'
import { Serial } from '@greenhouse/timeseries'
import { findDeviceKey } from '../devices/device-store.ts'
import type { BoardOwner } from './board-owner.ts'
import type { BoardReport } from './board-report.ts'
import { boundedReport } from './bounded-report.ts'
import { keyOf } from './known-board.ts'
import type { KnownBoards } from './known-boards.ts'
import { openSeenNotes } from './note-seen.ts'
import { openBoardChanges } from './report-boards.ts'
import { openReportQueue } from './report-queue.ts'
import { isOfUse } from './sighting.ts'

interface BoardArrival {
  /** Milliseconds since 1970. */
  readonly arrivedAt: number
  readonly isRetained: boolean
}

export interface Boards {
  /**
   * Returns the device of a claimed board. Otherwise stores the report, or drops it, and returns undefined. Resolves
   * once it is on disk or dropped; rejects with a ProblemError when it can't be stored now.
   */
  receive(owner: BoardOwner, report: BoardReport, arrival: BoardArrival): Promise<DeviceRef | undefined>
  /** Changes boards of a household while no report is stored. */
  change<T>(householdId: string, work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

interface BoardsOptions {
  readonly people: KnownBoards
  readonly unable?: () => ProblemError | undefined
}

/** Finds the device of each reporting board, and keeps reports of unclaimed boards. */
export function openBoards(context: Context, { people, unable }: BoardsOptions): Boards {
  const { db, hub } = context
  const changes = openBoardChanges(hub)
  const seen = openSeenNotes(context)
  const serial = new Serial()
  const queue = openReportQueue(context, { people, serial, unable, onStored: changes.note })

  async function receive(owner: BoardOwner, whole: BoardReport, arrival: BoardArrival): Promise<DeviceRef | undefined> {
    const report = boundedReport(whole)
    const { householdId, source } = owner
    const own = people.of(householdId) ?? (await serial.run(() => people.find(db, householdId)))
    const key = keyOf(report.board)
    const known = own.get(key)
    if (known?.device || known?.isIgnored) {
      // The retained value of a claimed board is already in its history.
      known.apply(arrival.isRetained ? { ...report, readings: [] } : report, arrival)
      seen.note(known, source)
      return known.device
    }
    const sender = await senderOf(owner)
    const sighting = { report, ...arrival }
    const adopts = sender !== undefined && !own.hasFamily(sender.deviceKey, report.board.family)
    if (!known && !adopts && !isOfUse(sighting)) return undefined
    return queue.store({ ...sighting, owner, sender })
  }

  async function senderOf({ householdId, source }: BoardOwner): Promise<DeviceRef | undefined> {
    if (source.kind !== 'device') return undefined
    const device = await findDeviceKey(db, householdId, source.id)
    return device && { deviceId: source.id, deviceKey: device.key }
  }

  return {
    receive,
    change: (householdId, work) => serial.run(() => work().finally(() => people.forget(householdId))),
    async close() {
      await queue.close()
      await seen.settled()
      changes.close()
    },
  }
}
