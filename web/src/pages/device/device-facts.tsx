import { metricOfSeries, type Series } from '@greenhouse/contract'
import { BatteryMedium, Cpu, Wifi, type LucideIcon } from 'lucide-react'
import { withUnit } from '../../lib/format.ts'
import { showValue } from '../../shared/metric/show-value.ts'

interface DeviceFactsProps {
  series: readonly Series[]
  family: string | undefined
}

export function DeviceFacts({ series, family }: DeviceFactsProps) {
  const battery = newestOf(series, 'battery')
  const signal = newestOf(series, 'signalStrength')
  return (
    <>
      {battery && <Fact icon={BatteryMedium} name="Battery" text={battery.text} />}
      {signal && <Fact icon={Wifi} name="Signal" text={`${signal.text}, ${signalWord(signal.value)}`} />}
      {family !== undefined && <Fact icon={Cpu} name="Board" text={family} />}
    </>
  )
}

function Fact({ icon: Icon, name, text }: { icon: LucideIcon; name: string; text: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-sm text-ink-soft">
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">{name} </span>
      <bdi className="truncate">{text}</bdi>
    </span>
  )
}

function newestOf(series: readonly Series[], metricId: string): { value: number; text: string } | undefined {
  const one = series.find(({ metric, newest }) => metric === metricId && newest !== null)
  if (!one?.newest) return undefined
  const { text, unit } = showValue(metricOfSeries(one), one.newest.value, true)
  return { value: one.newest.value, text: withUnit(text, unit) }
}

/** Minimum dBm, strongest first. */
const LEVELS = [
  [-60, 'very good'],
  [-70, 'good'],
  [-80, 'fair'],
] as const

function signalWord(dbm: number): string {
  return LEVELS.find(([from]) => dbm >= from)?.[1] ?? 'weak'
}
