import { KnownBoards } from './features/boards/known-boards.ts'
import { listDeviceKeys } from './features/devices/device-store.ts'
import { KnownCredentials } from './features/devices/known-credentials.ts'
import { KnownDevices } from './features/devices/known-devices.ts'
import { SeriesRegistry } from './features/series/series-registry.ts'
import type { Bus } from './platform/cluster/bus.ts'
import type { BoardCaller } from './platform/http/serve.ts'
import type { Db } from './platform/db/schema.ts'
import type { Log } from './platform/log.ts'

/** A member's devices, boards or series have changed. The message is the id of the member. */
const CHANGED = 'member-changed'
/** Series were added to devices by what these have sent. The message is the keys of the devices. */
const SERIES_STORED = 'series-stored'

interface Needs {
  readonly db: Db
  readonly bus: Bus
  readonly log: Log
  readonly newId: () => string
  /** Whether there are other processes, so that this one goes on without the database while it is away. */
  readonly isShared: boolean
}

/**
 * Opens what is kept in memory of the devices that send, so that a message need not wait for the database. What a call
 * changes is forgotten here, and by every other process.
 */
export function openCaches({ db, bus, log, newId, isShared }: Needs) {
  const devices = new KnownDevices(undefined, isShared)
  const credentials = new KnownCredentials<BoardCaller>()
  const onStored = (deviceKeys: readonly number[]) => bus.publish(SERIES_STORED, deviceKeys)
  const registry = new SeriesRegistry(db, newId, { onStored })
  const people = new KnownBoards()

  function forget(userId: string): void {
    devices.forgetAll()
    people.forget(userId)
    credentials.forget(userId)
  }

  /** Takes over what another process has changed. In the process that made the change the series are right already. */
  async function renew(userId: string): Promise<void> {
    forget(userId)
    await renewSeries((await listDeviceKeys(db, userId)).map(({ key }) => key))
  }

  async function renewSeries(deviceKeys: readonly number[]): Promise<void> {
    for (const key of deviceKeys) await registry.renew(key)
  }

  function renewAll(): void {
    devices.forgetAll()
    people.forgetAll()
    registry.forgetAll()
    credentials.forgetAll()
  }

  function orAll(renewing: Promise<void>): void {
    renewing.catch((error: unknown) => {
      log.warn({ event: 'cache.not-renewed', reason: (error as Error).message })
      renewAll()
    })
  }

  void bus.subscribe(CHANGED, (userId) => orAll(renew(String(userId))))
  void bus.subscribe(SERIES_STORED, (deviceKeys) => orAll(renewSeries(deviceKeys as number[])))
  bus.onGap(renewAll)

  return {
    credentials,
    devices,
    registry,
    people,
    /** Called when a call has changed something of a member. */
    changed(userId: string): void {
      forget(userId)
      bus.publish(CHANGED, userId)
    },
  }
}
