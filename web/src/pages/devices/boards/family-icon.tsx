import type { BoardFamily } from '@greenhouse/contract'
import { Bluetooth, Cloud, Cpu, House, PlugZap, RadioTower, Thermometer, type LucideIcon } from 'lucide-react'
import { isBoardFamily } from '../../../shared/board/board-words.ts'

const ICONS: Readonly<Record<BoardFamily, LucideIcon>> = {
  'home-assistant': House,
  esphome: Cpu,
  tasmota: PlugZap,
  zigbee2mqtt: RadioTower,
  shelly: Thermometer,
  theengs: Bluetooth,
  miflora: Bluetooth,
  rtl433: RadioTower,
  thingsboard: Cpu,
  ecowitt: Cloud,
  wunderground: Cloud,
  ttn: RadioTower,
  'line-protocol': Cpu,
  senml: Cpu,
  json: Cpu,
}

/** Decorative: the family's name is beside it. */
export function FamilyIcon({ family }: { family: string }) {
  const Icon = isBoardFamily(family) ? ICONS[family] : Cpu
  return (
    <span aria-hidden className="grid size-11 shrink-0 place-items-center rounded-control bg-sunken text-ink-soft">
      <Icon className="size-5" />
    </span>
  )
}
