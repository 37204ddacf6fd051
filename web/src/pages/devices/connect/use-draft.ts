import { deviceRoutes, hubRoutes, type Device } from '@greenhouse/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { call } from '../../../lib/call.ts'
import { failureMessage } from '../../../lib/failure-message.ts'
import { withPassword } from '../../../lib/with-password.ts'
import { CHANGE_TOAST, toast } from '../../../ui/toast.ts'
import { outdatedBy, queryKeys, refetchOutdated } from '../../../shared/query-keys.ts'
import { newestTimeOf } from '../../../shared/series/newest-values.ts'
import { newestSeries } from '../../../shared/series/series-queries.ts'
import { onDraftChange, readDraft, writeDraft, type Draft, type DraftDevice } from './draft.ts'
import type { Kind } from './kinds.ts'

/** Renamed in the second step. */
const NEW_DEVICE = 'New device'
/** Short, as its first reading is awaited. Seconds. */
const FIRST_INTERVAL = '30'

interface Drafting {
  readonly draft: Draft | undefined
  readonly busy: boolean
  readonly failure: string | undefined
  /** Makes what the kind uses, unless it is there. Resolves with false when that failed. */
  readonly prepare: (kind: Kind) => Promise<boolean>
  readonly changeDevice: (change: Partial<DraftDevice>) => void
  readonly claim: (device: Device) => void
  /** Removes what the sheet made. Resolves with false when that failed. */
  readonly discard: () => Promise<boolean>
  readonly forget: () => void
}

/** @param existing a device that was there before, whose token is lost */
export function useDraft(existing: Device | undefined): Drafting {
  const stored = useSyncExternalStore(onDraftChange, readDraft, () => undefined)
  const draft = draftFor(stored, existing)
  const { make, remove } = useMakeAndRemove()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function attempt(work: () => Promise<Draft | undefined | 'given up'>): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    setFailure(undefined)
    try {
      const next = await work()
      if (next !== 'given up') writeDraft(next)
      return next !== 'given up'
    } catch (error) {
      setFailure(failureMessage(error))
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    draft,
    busy,
    failure,
    prepare: (kind) => attempt(() => make(kind, draft)),
    discard: () => attempt(() => remove(draft)),
    changeDevice(change) {
      const now = draftFor(readDraft(), existing)
      if (now?.device) writeDraft({ ...now, device: { ...now.device, ...change } })
    },
    claim({ deviceId, deviceName, waitTime }) {
      writeDraft({ ...draft, claimed: { deviceId, deviceName, waitTime, token: undefined, isNew: false } })
    },
    forget: () => writeDraft(undefined),
  }
}

/** Returns the draft of a device; that of another one is another's. */
function draftFor(stored: Draft | undefined, existing: Device | undefined): Draft | undefined {
  if (!existing) return stored?.device?.isNew === false ? undefined : stored
  if (stored?.device?.deviceId === existing.deviceId) return stored
  const { deviceId, deviceName, waitTime, userId } = existing
  return { userId, device: { deviceId, deviceName, waitTime, token: undefined, isNew: false } }
}

function useMakeAndRemove() {
  const client = useQueryClient()

  async function hasSent({ deviceId }: DraftDevice): Promise<boolean> {
    return newestTimeOf(await client.ensureQueryData(newestSeries), deviceId) !== null
  }

  async function make(kind: Kind, draft: Draft | undefined): Promise<Draft | undefined | 'given up'> {
    const before = draft ?? { userId: '' }
    if (kind.uses === 'device') {
      if (before.device && !(before.device.isNew && (await hasSent(before.device)))) return before
      const body = { deviceName: NEW_DEVICE, deviceDescription: '', waitTime: FIRST_INTERVAL }
      const { deviceId, deviceName, waitTime, deviceToken } = await call(deviceRoutes.create, { body })
      toast.success(`Device "${deviceName}" created successfully!`, CHANGE_TOAST)
      void refetchOutdated(client, outdatedBy.device)
      return { ...before, device: { deviceId, deviceName, waitTime, token: deviceToken, isNew: true } }
    }
    if (before.hub) return before
    const hub = await withPassword((password) => call(hubRoutes.create, { body: { name: kind.title, password } }))
    if (!hub) return 'given up'
    void refetchOutdated(client, [queryKeys.hubs])
    return { ...before, hub: { hubId: hub.hubId, name: hub.name, token: hub.token } }
  }

  async function remove(draft: Draft | undefined): Promise<undefined> {
    if (draft?.device?.isNew) await call(deviceRoutes.remove, { query: { userDeviceId: draft.device.deviceId } })
    if (draft?.hub) await call(hubRoutes.remove, { params: { hubId: draft.hub.hubId } })
    void refetchOutdated(client, [...outdatedBy.device, queryKeys.hubs])
  }

  return { make, remove }
}
