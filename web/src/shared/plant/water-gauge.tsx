import type { Plant } from '@greenhouse/contract'
import { classes } from '../../lib/classes.ts'
import { gaugeOf } from './due.ts'
import './water-gauge.css'

interface WaterGaugeProps {
  plant: Plant
  now: number
}

/** Draws how much of the interval is left; empty with a danger rim when it is overdue. The due label says it in words. */
export function WaterGauge({ plant, now }: WaterGaugeProps) {
  const gauge = gaugeOf(plant, now)
  if (!gauge) return undefined
  return (
    <span
      aria-hidden
      style={{ '--water-level': `${Math.round(gauge.level * 100)}%` }}
      className={classes(
        'water-gauge w-2 rounded-pill border',
        gauge.isOverdue ? 'border-danger' : 'border-line-strong',
      )}
    />
  )
}
