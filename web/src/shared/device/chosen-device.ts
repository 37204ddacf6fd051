import { useState } from 'react'
import { readStored, store, STORED } from '../../lib/storage.ts'

/** Returns the device this browser showed last, or else the first one. */
export function useChosenDevice<D extends { deviceId: string }>(
  devices: readonly D[],
): [device: D | undefined, choose: (deviceId: string) => void] {
  const [chosen, setChosen] = useState(() => readStored(STORED.device))
  function choose(deviceId: string) {
    store(STORED.device, deviceId)
    setChosen(deviceId)
  }
  return [devices.find(({ deviceId }) => deviceId === chosen) ?? devices[0], choose]
}
