import type { Device } from '@greenhouse/contract'
import { ANY_DEVICE_LABEL, ANY_DEVICE_WORDS } from '../../../shared/rule/any-device.ts'
import type { ChangeDraft } from '../rule-form.ts'

interface RuleExceptionsProps {
  devices: readonly Device[]
  exceptDeviceIds: readonly string[]
  change: ChangeDraft
}

export function RuleExceptions({ devices, exceptDeviceIds, change }: RuleExceptionsProps) {
  function watch(deviceId: string, isWatched: boolean) {
    const others = exceptDeviceIds.filter((one) => one !== deviceId)
    change('exceptDeviceIds', isWatched ? others : [...others, deviceId])
  }

  return (
    <>
      <p>
        {ANY_DEVICE_LABEL} {ANY_DEVICE_WORDS}, at least 15 min.
      </p>
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm text-ink-soft">Devices it watches. New ones are watched, too.</legend>
        <div className="max-h-80 overflow-y-auto">
          {devices.map(({ deviceId, deviceName }) => (
            <label key={deviceId} className="flex min-h-11 items-center gap-2.5">
              <input
                type="checkbox"
                checked={!exceptDeviceIds.includes(deviceId)}
                onChange={({ target }) => watch(deviceId, target.checked)}
                className="size-5 shrink-0 accent-leaf"
              />
              <bdi className="min-w-0 break-words">{deviceName}</bdi>
            </label>
          ))}
        </div>
      </fieldset>
    </>
  )
}
