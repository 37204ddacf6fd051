import type { Series } from '@greenhouse/contract'
import { classes } from '../../lib/classes.ts'
import { formatDateTime } from '../../lib/format.ts'

interface FromNowOnProps {
  series: Pick<Series, 'calibration' | 'calibratedAt'>
  className?: string
}

export function FromNowOn({ series: { calibration, calibratedAt }, className }: FromNowOnProps) {
  return (
    <p className={classes('text-sm text-ink-soft', className)}>
      Readings from now on are corrected; those that are stored stay as they are.
      {calibratedAt !== null && (
        <>
          {' '}
          {calibration === null ? 'Without a calibration' : 'Calibrated'} since {formatDateTime(calibratedAt)}.
        </>
      )}
    </p>
  )
}
