import type { MetricId } from '@greenhouse/contract'
import { Droplets, Gauge, Thermometer, Wind } from 'lucide-react'
import { classes } from '../../lib/classes.ts'

const ICONS = {
  temperature: [Thermometer, 'text-temperature'],
  humidity: [Droplets, 'text-humidity'],
  airPressure: [Gauge, 'text-air-pressure'],
  airQuality: [Wind, 'text-air-quality'],
} as const

/** The sign of a metric in its colour; the label beside it says the same in words. */
export function MetricIcon({ metric, className }: { metric: MetricId; className?: string }) {
  const [Icon, colour] = ICONS[metric]
  return <Icon aria-hidden className={classes('size-4 shrink-0', colour, className)} />
}
