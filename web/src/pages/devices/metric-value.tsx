import type { Metric } from '@greenhouse/contract'
import { classes } from '../../lib/classes.ts'
import { showValue } from '../../shared/metric/show-value.ts'
import { MetricIcon } from '../../shared/metric/metric-icon.tsx'

interface MetricValueProps {
  metric: Metric
  /** The metric's name by default. */
  label?: string
  /** In the metric's unit. */
  value: number | null | undefined
  celsius: boolean
  /** Greys out the value of a silent device. */
  old?: boolean
  size?: 'small' | 'medium' | 'large'
}

export function MetricValue({
  metric,
  label = metric.label,
  value,
  celsius,
  old = false,
  size = 'large',
}: MetricValueProps) {
  const { text, unit } = showValue(metric, value, celsius)
  return (
    <div className="min-w-0">
      <p className={classes('flex items-center gap-2 text-ink-soft', size === 'small' ? 'text-xs' : 'text-sm')}>
        <MetricIcon metric={metric.id} />
        <span className="truncate" title={label}>
          {label}
        </span>
      </p>
      <p className={classes('whitespace-nowrap', old && 'text-ink-soft')}>
        <span className={SIZES[size]}>{text}</span>
        {unit !== '' && (
          <span className={classes('ms-1 text-ink-soft', size === 'small' ? 'text-xs' : 'text-sm')}>{unit}</span>
        )}
      </p>
    </div>
  )
}

const SIZES = {
  small: 'text-lg font-semibold',
  medium: 'text-xl font-semibold',
  large: 'text-value font-semibold max-[22.5rem]:text-xl',
}
