import { metricOfSeries, nightsBetween, type Device, type Series, type SeriesHistory } from '@greenhouse/contract'
import { usePosition } from '../../shared/place/use-position.ts'
import { dayOf } from '../../shared/series/device-tiles.ts'
import { Sparkline } from '../../ui/sparkline.tsx'

interface CurveProps {
  history: SeriesHistory
  device: Device
  series: Series
  /** Milliseconds since 1970. */
  range: { readonly from: number; readonly to: number }
  /** Drawn as a dashed line. */
  limit?: number | undefined
  className: string
}

/** Draws a series within a range, with its nights. */
export function Curve({ history, device, series, range, limit, className }: CurveProps) {
  const { at } = usePosition(device.placeId)
  const nights = at ? nightsBetween(range, at) : []
  const day = { ...range, nights, intervalSeconds: Number(device.waitTime) }
  const { runs } = dayOf(history, { ...series, newest: null }, day)
  const { colour, spanMin } = metricOfSeries(series)
  const limits = limit === undefined ? [] : [limit]
  return (
    <Sparkline
      range={range}
      runs={runs}
      colour={colour}
      spanMin={spanMin}
      limits={limits}
      nights={nights}
      className={className}
    />
  )
}
