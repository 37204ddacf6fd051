import {
  boardMetrics,
  defaultLabel,
  metricOfSeries,
  metrics,
  type Device,
  type Metric,
  type Series,
} from '@greenhouse/contract'
import { useMemo, useState } from 'react'
import { seriesByKey, sensorKey, type HistorySeries } from '../../../shared/history/history-series.ts'
import type { HistoryView } from '../view/history-view.ts'
import { NO_PLACES, placesOf, styleOf, type LineStyle } from './line-styles.ts'
import { useSame } from '../../../lib/use-same.ts'

/** Without newest values, which change frequently. */
export type DescribedSeries = Omit<Series, 'newest' | 'raw'>

export type SensorTab = Readonly<Pick<Metric, 'id' | 'label' | 'colour'> & { metric: Metric }>

export interface ShownSeries {
  readonly all: readonly HistorySeries[]
  readonly tabs: readonly SensorTab[]
  readonly tab: string
  /** The series of device and tab, and those beside it. */
  readonly shown: readonly HistorySeries[]
  readonly styles: ReadonlyMap<string, LineStyle>
}

/** Ordered by device. */
export function historySeries(series: readonly DescribedSeries[], devices: readonly Device[]): HistorySeries[] {
  return devices.flatMap(({ deviceId, deviceName }) =>
    series
      .filter((one) => one.deviceId === deviceId)
      .map((one) => ({
        id: one.seriesId,
        deviceId,
        deviceName,
        metric: metricOfSeries(one),
        channel: one.channel,
        label: one.label,
        isVisible: one.visible,
      })),
  )
}

/** Returns the series of the URL. Colours are assigned in order and kept while the page is open. */
export function useShownSeries(all: readonly HistorySeries[], deviceId: string, view: HistoryView): ShownSeries {
  const { tabs, tab, main } = useMemo(() => chooseSensor(all, deviceId, view.tab), [all, deviceId, view.tab])
  const added = view.added.join(',')
  const shown = useMemo(() => {
    const others = added.split(',').flatMap((id) => all.find((one) => one.id === id) ?? [])
    return [...new Set([...(main ? [main] : []), ...others])]
  }, [all, main, added])
  const styles = useStyles(shown)
  return useSame({ all, tabs, tab, shown, styles })
}

/** Returns the sensors of a device and the chosen one, with hidden or unknown ones only if the URL names them. */
export function chooseSensor(
  all: readonly HistorySeries[],
  deviceId: string,
  key: string | undefined,
): { tabs: readonly SensorTab[]; tab: string; main: HistorySeries | undefined } {
  const own = all.filter((one) => one.deviceId === deviceId).toSorted((one, other) => placeOf(one) - placeOf(other))
  const visible = own.filter(({ isVisible }) => isVisible)
  const named = key === undefined ? undefined : (seriesByKey(visible, key) ?? seriesByKey(own, key))
  const unsent = key === undefined || named ? undefined : tabOfKey(key)
  const main = named ?? (unsent ? undefined : visible[0])
  const sensors = own
    .filter((one) => one.isVisible || one === main)
    .map((one): SensorTab => ({
      id: sensorKey(one),
      label: one.label,
      colour: one.metric.colour,
      metric: one.metric,
    }))
  const tabs = sensors.length > 0 ? sensors : boardMetrics.map((metric) => ({ ...metric, metric }))
  const tab = main ? sensorKey(main) : (unsent?.id ?? tabs[0]?.id ?? '')
  return { tabs: unsent && tabs.every(({ id }) => id !== tab) ? [...tabs, unsent] : tabs, tab, main }
}

/** The four metrics of every board come first, in their order. */
function placeOf({ metric }: HistorySeries): number {
  const place = boardMetrics.findIndex(({ id }) => id === metric.id)
  return place === -1 ? boardMetrics.length : place
}

function tabOfKey(key: string): SensorTab | undefined {
  const [id, ...channel] = key.split('.')
  const metric = metrics.find((one) => one.id === id)
  return metric && { id: key, label: defaultLabel(metric, channel.join('.')), colour: metric.colour, metric }
}

function useStyles(shown: readonly HistorySeries[]): ReadonlyMap<string, LineStyle> {
  const [places, setPlaces] = useState(NO_PLACES)
  const next = useMemo(() => placesOf(places, shown), [places, shown])
  const { colours } = places
  if (next.colours.size !== colours.size || shown.some(({ id }) => !colours.has(id))) setPlaces(next)
  return useMemo(
    () =>
      new Map(
        shown.map(({ id, metric }) => [
          id,
          shown.length === 1 ? { colour: metric.colour, dash: [] } : styleOf(next, id),
        ]),
      ),
    [shown, next],
  )
}
