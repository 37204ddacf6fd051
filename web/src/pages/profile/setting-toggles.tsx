import { useSettings } from '../../shared/settings/settings-queries.ts'
import { useSetSetting } from '../../shared/settings/use-set-setting.ts'
import { Toggle } from '../../ui/toggle.tsx'

export function SettingToggles() {
  const { celsius, darkTheme, confirmDialog } = useSettings()
  const { mutate: set } = useSetSetting()
  return (
    <div className="grid justify-items-start gap-1">
      <Toggle label="Celsius" checked={celsius} onChange={(value) => set({ name: 'celsius', value })} />
      <Toggle label="Dark Theme" checked={darkTheme} onChange={(value) => set({ name: 'darktheme', value })} />
      <Toggle
        label="Confirm Water Dialog"
        checked={confirmDialog}
        onChange={(value) => set({ name: 'confirmdialog', value })}
      />
    </div>
  )
}
