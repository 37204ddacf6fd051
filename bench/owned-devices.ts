import { addDevice, register, type DeviceCredentials, type Grower } from '../testing/growers.ts'

/** The most devices that one person may have. */
const DEVICES_PER_GROWER = 200

export interface OwnedDevice {
  readonly grower: Grower
  readonly device: DeviceCredentials
}

/** Adds `count` devices, to at least two users within their limits. */
export async function addDevices(origin: string, count: number): Promise<OwnedDevice[]> {
  const growers: Grower[] = []
  while (growers.length < Math.max(count / DEVICES_PER_GROWER, 2)) {
    growers.push(await register(origin, `Grower${lettersOf(growers.length)}`))
  }
  const owned: OwnedDevice[] = []
  while (owned.length < count) {
    const grower = growers[owned.length % growers.length]
    if (grower) owned.push({ grower, device: await addDevice(grower, `Board ${owned.length}`) })
  }
  return owned
}

/** Names have no digits: `aa`, `ab` … */
export function lettersOf(index: number): string {
  const letter = (place: number) => String.fromCharCode(97 + (Math.floor(index / 26 ** place) % 26))
  return letter(2) + letter(1) + letter(0)
}
