import { Bluetooth, Cloud, Cpu, House, PlugZap, RadioTower, Thermometer, type LucideIcon } from 'lucide-react'

const ICONS: Readonly<Record<string, LucideIcon>> = {
  'home-assistant': House,
  tasmota: PlugZap,
  zigbee2mqtt: RadioTower,
  shelly: Thermometer,
  theengs: Bluetooth,
  miflora: Bluetooth,
  rtl433: RadioTower,
  ttn: RadioTower,
  ecowitt: Cloud,
  wunderground: Cloud,
}

/** The sign of a family of boards; its name beside it says the same in words. */
export function FamilyIcon({ family }: { family: string }) {
  const Icon = (Object.hasOwn(ICONS, family) ? ICONS[family] : undefined) ?? Cpu
  return (
    <span aria-hidden className="grid size-11 shrink-0 place-items-center rounded-control bg-sunken text-ink-soft">
      <Icon className="size-5" />
    </span>
  )
}
