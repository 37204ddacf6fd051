import { commonName, metricById, type Species, type SpeciesRange } from '@greenhouse/contract'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Role } from '../../shared/household/roles.tsx'
import { MetricIcon } from '../../shared/metric/metric-icon.tsx'
import { rangeWords } from '../../shared/metric/range-words.ts'
import { decimalsOf, shownNumber, shownUnit } from '../../shared/metric/show-value.ts'
import { STAGE_WORDS } from '../../shared/plant/range-rows.tsx'
import { foundName } from '../../shared/plant/species-queries.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { Button } from '../../ui/button.tsx'

export type SpeciesAct = 'copy' | 'edit' | 'remove'

interface SpeciesRowProps {
  species: Species
  /** The words by which it was found. */
  searched: string
  /** The address leads to it. */
  isShown: boolean
  onAct: (act: SpeciesAct) => void
}

/** A species with its ranges and their sources, which fold out. */
export function SpeciesRow({ species, searched, isShown, onAct }: SpeciesRowProps) {
  const { name, family, own, ranges } = species
  const isDisabled = !useOnline()
  return (
    <li ref={isShown ? scrollHere : undefined} className="border-line not-first:border-t">
      <details open={isShown} className="group px-4 sm:px-6">
        <summary className="grid min-h-14 cursor-pointer grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-3 py-2">
          <bdi className="block truncate font-semibold">{foundName(species, searched)}</bdi>
          <span className="block truncate text-sm text-ink-soft">
            <i lang="la">{name}</i>
            {family !== '' && `, ${family}`}
          </span>
          <ChevronDown
            aria-hidden
            className="col-start-2 row-span-2 row-start-1 size-5 text-ink-soft group-open:rotate-180"
          />
        </summary>
        <div className="grid gap-4 pb-5">
          <p className="text-ink-soft">
            <Facts species={species} />
          </p>
          {ranges.length > 0 && <Ranges ranges={ranges} />}
          <Role atLeast="gardener">
            <div className="flex flex-wrap gap-2">
              <Act label="Copy" name={name} isDisabled={isDisabled} onAct={() => onAct('copy')} />
              {own && (
                <>
                  <Act label="Edit" name={name} isDisabled={isDisabled} onAct={() => onAct('edit')} />
                  <Act label="Delete" name={name} isDisabled={isDisabled} onAct={() => onAct('remove')} isDanger />
                </>
              )}
            </div>
          </Role>
        </div>
      </details>
    </li>
  )
}

const scrollHere = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })

interface ActProps {
  label: string
  /** Of the species. */
  name: string
  isDisabled: boolean
  isDanger?: boolean
  onAct: () => void
}

function Act({ label, name, isDisabled, isDanger = false, onAct }: ActProps) {
  return (
    <Button
      dense
      variant={isDanger ? 'danger' : 'soft'}
      disabled={isDisabled}
      aria-label={`${label} ${name}`}
      onClick={onAct}
    >
      {label}
    </Button>
  )
}

function Facts({ species }: { species: Species }): ReactNode {
  const { celsius } = useSettings()
  const { hardyTo, gddBase, gddTop, waterEvery } = species
  const degrees = (value: number) => {
    const metric = metricById('temperature')
    const shown = shownNumber(metric, value, celsius)
    return `${formatNumber(shown, decimalsOf(shown, metric.decimals))}\u00a0${shownUnit(metric, celsius)}`
  }
  const facts = [
    waterEvery !== null && `Water every ${waterEvery === 1 ? 'day' : `${waterEvery} days`}`,
    hardyTo !== null && `survives down to ${degrees(hardyTo)}`,
    gddBase !== null && `degree days from ${degrees(gddBase)}${gddTop === null ? '' : ` to ${degrees(gddTop)}`}`,
  ].filter((one) => one !== false)
  const [first, ...others] = facts
  if (first === undefined) return `${commonName(species)} has no watering, hardiness or degree days yet.`
  return `${[first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ')}.`
}

function Ranges({ ranges }: { ranges: readonly SpeciesRange[] }) {
  const { celsius } = useSettings()
  return (
    <ul className="grid gap-3">
      {ranges.map((range) => {
        const metric = metricById(range.metric)
        return (
          <li key={`${range.stage} ${range.metric}`} className="flex items-start gap-2.5">
            <MetricIcon metric={metric.id} />
            <span className="min-w-0 wrap-anywhere">
              {metric.label} {rangeWords(range, metric, celsius)}
              {`\u00a0${shownUnit(metric, celsius)}`}, {STAGE_WORDS[range.stage].toLowerCase()}
              {range.source !== '' && <span className="block text-sm text-ink-soft">{range.source}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
