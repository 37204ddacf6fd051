import { isMissing } from '@greenhouse/contract'
import { formatNumber, withUnit } from '../../../lib/format.ts'
import { decimalsFor, shownNumber, shownUnit } from '../../../shared/metric/show-value.ts'
import { isBroken, type SeriesTile } from '../../../shared/series/series-tile.ts'

/** Returns `Soil moisture 22–55 %, soil temperature 19,4 °C, 1 beyond its limit`. */
export function groupSummary(tiles: readonly SeriesTile[], celsius: boolean): string {
  const metrics = [...new Map(tiles.map(({ metric }) => [metric.id, metric])).values()]
  const parts = metrics.map((metric, index) => {
    const values = tiles
      .filter((tile) => tile.metric.id === metric.id)
      .flatMap(({ newest }) => (isMissing(metric, newest?.value) ? [] : [shownNumber(metric, newest.value, celsius)]))
    const label = index === 0 ? metric.label : lowerFirst(metric.label)
    const words = [
      ...new Set(
        [Math.min(...values), Math.max(...values)].map((one) => formatNumber(one, decimalsFor(metric, values))),
      ),
    ]
    return values.length === 0 ? `${label} N/A` : `${label} ${withUnit(words.join('–'), shownUnit(metric, celsius))}`
  })
  const broken = tiles.filter(isBroken).length
  return [...parts, broken > 0 && `${broken} beyond a limit`].filter(Boolean).join(', ')
}

/** Leaves abbreviations such as CO₂ and VPD unchanged. */
function lowerFirst(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}
