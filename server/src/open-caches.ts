import type { Subject } from '@greenhouse/contract'
import { listAdmitted } from './features/boards/device-connection-store.ts'
import { KnownBoards } from './features/boards/known-boards.ts'
import { KnownCredentials } from './features/devices/known-credentials.ts'
import { listKeysOfMembers } from './features/devices/known-device-store.ts'
import { KnownDevices } from './features/devices/known-devices.ts'
import { SeriesRegistry } from './features/series/registry/series-registry.ts'
import { AnnouncedFacts } from './ingest/boards/announced.ts'
import { ANNOUNCED } from './ingest/boards/announcements.ts'
import type { Bus } from './platform/bus/bus.ts'
import { CacheRenewal, type Stale } from './cluster/bus/cache-renewal.ts'
import type { Db } from './platform/db/schema.ts'
import type { BoardCaller } from './platform/http/serve.ts'
import type { Log } from './platform/log.ts'

/** Subjects on which caches depend. A rule raises the version of its device's rules. */
const CACHED: ReadonlySet<Subject> = new Set<Subject>(['boards', 'conditions', 'devices', 'series'])

/** Something of a member has changed on which it depends. The message is the id of the member. */
const CHANGED = 'member-changed'
/** Series were added to devices by what these have sent. The message is the keys of the devices. */
const SERIES_STORED = 'series-stored'

interface Needs {
  readonly db: Db
  readonly log: Log
  readonly newId: () => string
  /** Undefined in a single process. */
  readonly peers: Bus | undefined
  /** Whether this process takes readings while the database is unavailable. */
  readonly keepsWithoutDatabase: boolean
}

/**
 * Opens the caches of devices, so that a message need not wait for the database. A change invalidates them here and in every
 * other process.
 */
export function openCaches({ db, log, newId, peers, keepsWithoutDatabase }: Needs) {
  const devices = new KnownDevices(undefined, keepsWithoutDatabase)
  const credentials = new KnownCredentials<BoardCaller>()
  const onStored = (deviceKeys: readonly number[]) => peers?.publish(SERIES_STORED, deviceKeys)
  const registry = new SeriesRegistry(db, newId, { onStored })
  const people = new KnownBoards()
  const announced = new AnnouncedFacts()

  function forget(householdId: string): void {
    devices.forgetAll()
    people.forget(householdId)
    credentials.forget(householdId)
  }

  const caches = { announced, credentials, devices, registry, people, forget }
  const renewal = peers && renewFromPeers(caches, { db, log, peers })

  return {
    announced,
    credentials,
    devices,
    registry,
    people,
    /**
     * Called when a call has changed something of a household. Tokens must not be forgotten for a plant that was watered.
     * Resolves when readings are decoded by it.
     */
    async changed(householdId: string, subjects: readonly Subject[]): Promise<void> {
      if (!subjects.some((subject) => CACHED.has(subject))) return
      // Leaves are as warm as their place says.
      if (subjects.includes('places')) await registry.renew(await listKeysOfMembers(db, [householdId]))
      forget(householdId)
      if (subjects.includes('boards') || subjects.includes('devices')) announced.expire(householdId)
      peers?.publish(CHANGED, householdId)
    },
    /** Takes over nothing more. */
    close: async () => renewal?.close(),
  }
}

interface Caches {
  readonly announced: AnnouncedFacts
  readonly credentials: KnownCredentials<BoardCaller>
  readonly devices: KnownDevices
  readonly registry: SeriesRegistry
  readonly people: KnownBoards
  readonly forget: (householdId: string) => void
}

/** Reads again what other processes have changed. */
function renewFromPeers(
  { announced, credentials, devices, registry, people, forget }: Caches,
  { db, log, peers }: { readonly db: Db; readonly log: Log; readonly peers: Bus },
): CacheRenewal {
  /** Takes over what other processes have changed. In the process that made a change the series are right already. */
  async function renew({ all, members, deviceKeys }: Stale): Promise<void> {
    if (!all) return registry.renew([...deviceKeys, ...(await listKeysOfMembers(db, [...members]))])
    // The database may fail at any moment, as when its machine shuts down and NATS there ends first. So nothing that a reading
    // needs is dropped from the caches.
    devices.forgetAll()
    people.forgetAll()
    announced.expire()
    await registry.renewAll()
    await credentials.renewAll(listHashes)
  }

  async function listHashes(clients: readonly BoardCaller[]): Promise<ReadonlySet<string>> {
    const ids = clients.map(({ source }) => source.id)
    return new Set([...(await listAdmitted(db, ids)).values()].map(({ tokenHash }) => tokenHash))
  }

  const renewal = new CacheRenewal({ renew, log })
  void peers.subscribe(CHANGED, (householdId) => {
    // At once: a token of theirs may be worth nothing any more.
    forget(String(householdId))
    announced.expire(String(householdId))
    renewal.member(String(householdId))
  })
  void peers.subscribe(ANNOUNCED, (householdId) => announced.expire(String(householdId)))
  void peers.subscribe(SERIES_STORED, (deviceKeys) => renewal.devices(deviceKeys as number[]))
  peers.onGap(() => renewal.all())
  return renewal
}
