import { useSettings } from '../../shared/settings/settings-queries.ts'
import { useSetSetting } from '../../shared/settings/use-set-setting.ts'
import { browserLocale, DANISH, formatDateTime, formatNumber, withUnit } from '../../lib/format.ts'
import { SelectField } from '../../ui/select-field.tsx'

/** Looks different in each format. */
const EXAMPLE = { time: new Date(2026, 10, 20, 21, 41), pressure: 1013.2 }

export function FormatSettings() {
  const { browserFormat, twelveHours } = useSettings()
  const { mutate: set } = useSetSetting()
  return (
    <div className="grid gap-3">
      <SelectField
        label="Dates and numbers"
        value={String(browserFormat)}
        onChange={(value) =>
          set({
            name: 'browserformat',
            ...(value === 'true' ? { value: true, locale: browserLocale() } : { value: false }),
          })
        }
        options={[
          { value: 'false', label: `Danish (${DANISH.locale})` },
          { value: 'true', label: `As in this browser (${browserLocale()})` },
        ]}
      />
      <SelectField
        label="Clock"
        value={String(twelveHours)}
        onChange={(value) => set({ name: 'twelvehours', value: value === 'true' })}
        options={[
          { value: 'false', label: '24 hours' },
          { value: 'true', label: '12 hours, AM and PM' },
        ]}
        hint={
          <>
            For example {formatDateTime(EXAMPLE.time)} and {withUnit(formatNumber(EXAMPLE.pressure, 1), 'hPa')}.
            Messages to your channels are written in the same format.
          </>
        }
      />
    </div>
  )
}
