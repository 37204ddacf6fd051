import type { Plant, PlantProbes } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useOnline } from '../../lib/use-online.ts'
import { Button } from '../../ui/button.tsx'
import { deviceList } from '../../shared/device/device-queries.ts'
import { LiveBadge } from '../../shared/device/live-badge.tsx'
import { Role } from '../../shared/household/roles.tsx'
import { useMay } from '../../shared/household/household-queries.ts'
import { usePlaceTree } from '../../shared/place/place-queries.ts'
import { ruleList } from '../../shared/rule/rule-queries.ts'
import { useLiveSeries } from '../../shared/series/live-series.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import { ConditionRow } from './condition-row.tsx'
import { conditionsOf, type Condition } from './conditions.ts'
import { Panel } from './panel.tsx'
import { ProbeSettings } from './probe-settings.tsx'
import { probesQuery } from './probe-queries.ts'

interface ConditionsPanelProps {
  plant: Plant
  className?: string
}

const NONE: readonly never[] = []

/** The newest values of a plant and of the air around it, beside its ideal ranges. */
export function ConditionsPanel({ plant, className }: ConditionsPanelProps) {
  const { data: probes } = useQuery(probesQuery(plant.plantId))
  const conditions = useConditions(plant, probes)
  const [isEditing, setEditing] = useState(false)
  const isOnline = useOnline()
  if (!probes || !conditions) return undefined
  const sources = sourcesOf(conditions)
  const [only] = sources
  return (
    <Panel
      title="Conditions now"
      className={className}
      aside={
        sources.length === 1 && only ? (
          <span className="flex flex-wrap items-center gap-x-4 text-sm text-ink-soft">
            <LiveBadge time={only.time} intervalSeconds={only.intervalSeconds} />
            <span className="min-w-0 truncate">
              from <bdi>{only.name}</bdi>
            </span>
          </span>
        ) : undefined
      }
    >
      {conditions.length === 0 ? (
        <Nothing plant={plant} />
      ) : (
        <ul className="border-t border-line">
          {conditions.map((condition) => (
            <ConditionRow
              key={condition.source?.series.seriesId ?? condition.metric.id}
              condition={condition}
              stage={probes.stage}
              isAlone={sources.length === 1}
            />
          ))}
        </ul>
      )}
      <Foot ideal={idealWords(plant, probes, conditions)}>
        <Role atLeast="gardener">
          <Button
            dense
            variant="ghost"
            disabled={!isOnline}
            className="ms-auto"
            aria-expanded={isEditing}
            onClick={() => setEditing(!isEditing)}
          >
            {isEditing ? 'Close' : 'Sensors and ideal ranges'}
          </Button>
        </Role>
      </Foot>
      {isEditing && isOnline && <ProbeSettings plantId={plant.plantId} probes={probes} />}
    </Panel>
  )
}

/** Returns undefined until the conditions are known. */
function useConditions(plant: Plant, probes: PlantProbes | undefined): Condition[] | undefined {
  const { data: series } = useQuery(newestSeries)
  const { data: devices } = useQuery(deviceList)
  const { data: rules = NONE } = useQuery(ruleList)
  const tree = usePlaceTree()
  const conditions = useMemo(
    () => (probes && series && devices ? conditionsOf({ plant, probes, series, devices, rules, tree }) : undefined),
    [plant, probes, series, devices, rules, tree],
  )
  useLiveSeries([...new Set((conditions ?? NONE).flatMap(({ source }) => source?.device.deviceId ?? NONE))])
  return conditions
}

/** Returns the devices of the conditions with the time of their newest value. */
function sourcesOf(conditions: readonly Condition[]) {
  const measured = conditions.flatMap(({ source }) => source ?? NONE)
  return [...Map.groupBy(measured, ({ device }) => device)].map(([device, own]) => ({
    name: device.deviceName,
    intervalSeconds: Number(device.waitTime),
    time:
      own
        .flatMap(({ series }) => series.newest?.time ?? NONE)
        .toSorted()
        .at(-1) ?? null,
  }))
}

function Nothing({ plant }: { plant: Plant }) {
  const tree = usePlaceTree()
  const { data: devices } = useQuery(deviceList)
  const mayEdit = useMay('gardener')
  const place = tree.byId.get(plant.placeId ?? '')?.name
  return (
    <div className="border-t border-line px-4 py-4 sm:px-6">
      <p>
        {place === undefined ? (
          'No sensor is linked, and the plant is in no place.'
        ) : (
          <>
            No sensor is linked, and none measures the air in <bdi>{place}</bdi>.
          </>
        )}
      </p>
      <p className="mt-1 text-sm text-ink-soft">
        A soil sensor says when water can wait, and logs waterings that it sees.
      </p>
      {mayEdit && devices?.length === 0 && (
        <Link to="/mydevice" className="mt-2 inline-flex min-h-11 items-center font-semibold text-leaf">
          Add a device
        </Link>
      )}
    </div>
  )
}

/** Returns whose range it is: `ideal for Solanum lycopersicum, fruiting`; undefined without a range. */
function idealWords({ species }: Plant, { stage }: PlantProbes, conditions: readonly Condition[]): ReactNode {
  const ranges = conditions.flatMap(({ range }) => range ?? NONE)
  if (ranges.length === 0) return undefined
  if (species === undefined || ranges.every(({ source }) => source === null)) return 'ideal'
  return (
    <>
      ideal for <i lang="la">{species}</i>
      {stage !== null && `, ${stage}`}
    </>
  )
}

function Foot({ ideal, children }: { ideal: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-4 border-t border-line px-4 text-xs text-ink-soft empty:hidden sm:px-6">
      {ideal !== undefined && (
        <span className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <span className="flex min-w-0 items-center gap-2">
            <span aria-hidden className="h-2.5 w-5 shrink-0 border-x border-ideal-line bg-ideal" />
            <span className="min-w-0 wrap-anywhere">{ideal}</span>
          </span>
          <span className="flex items-center gap-2">
            <span aria-hidden className="h-3.5 w-1 rounded-pill bg-ink" />
            now
          </span>
        </span>
      )}
      {children}
    </div>
  )
}
