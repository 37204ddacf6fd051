/** The devices whose name or id holds what was typed; case doesn't count. */
export function matchingDevices<D extends { deviceName: string; deviceId: string }>(
  devices: readonly D[],
  typed: string,
): readonly D[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return devices
  return devices.filter(
    ({ deviceName, deviceId }) => deviceName.toLowerCase().includes(wanted) || deviceId.toLowerCase().includes(wanted),
  )
}
