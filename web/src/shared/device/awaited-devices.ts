import { onTokenChange, readToken } from '../../lib/token.ts'

/** A device whose first reading is awaited after its sheet was closed. */
export interface AwaitedDevice {
  readonly deviceId: string
  readonly deviceName: string
}

let awaited: readonly AwaitedDevice[] = []
let isEndedWithSession = false
const listeners = new Set<() => void>()

export function awaitReading({ deviceId, deviceName }: AwaitedDevice): void {
  if (!isEndedWithSession) onTokenChange(() => readToken() === null && change([]))
  isEndedWithSession = true
  change([...awaited.filter((one) => one.deviceId !== deviceId), { deviceId, deviceName }])
}

export function stopAwaiting(deviceId: string): void {
  change(awaited.filter((one) => one.deviceId !== deviceId))
}

export function awaitedDevices(): readonly AwaitedDevice[] {
  return awaited
}

export function onAwaitedChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function change(next: readonly AwaitedDevice[]): void {
  awaited = next
  for (const listener of listeners) listener()
}
