import { metricById, metricOfSeries, stages, type PlantProbes, type Series, type Stage } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '../../lib/failure-message.ts'
import { deviceList } from '../../shared/device/device-queries.ts'
import { Role } from '../../shared/household/roles.tsx'
import { useMay } from '../../shared/household/household-queries.ts'
import { showValue } from '../../shared/metric/show-value.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.ts'
import { Toggle } from '../../ui/toggle.tsx'
import { Panel } from './panel.tsx'
import { probesQuery, useEditProbes, useLinkProbe, useUnlinkProbe } from './probe-queries.ts'
import { RangesForm } from './ranges-form.tsx'
import { rangeWords } from './range-words.ts'

interface SensorsPanelProps {
  plantId: string
  className?: string
}

/** The sensors of a plant with their newest values, its stage, and the ranges that it wants. */
export function SensorsPanel({ plantId, className }: SensorsPanelProps) {
  const { data: probes } = useQuery(probesQuery(plantId))
  const [isEditing, setEditing] = useState(false)
  if (!probes) return undefined
  return (
    <Panel
      title="Sensors and ranges"
      className={className}
      aside={
        <Role atLeast="gardener">
          <Button dense onClick={() => setEditing(!isEditing)} aria-expanded={isEditing}>
            {isEditing ? 'Close' : 'Edit'}
          </Button>
        </Role>
      }
    >
      <Linked plantId={plantId} probes={probes} isEditing={isEditing} />
      {isEditing && <Settings plantId={plantId} probes={probes} />}
    </Panel>
  )
}

interface PartProps {
  plantId: string
  probes: PlantProbes
}

function Linked({ plantId, probes, isEditing }: PartProps & { isEditing: boolean }) {
  const series = useQuery(newestSeries).data ?? []
  const { celsius } = useSettings()
  const unlink = useUnlinkProbe(plantId)
  const linked = probes.series.flatMap(({ seriesId }) => series.find((one) => one.seriesId === seriesId) ?? [])
  const nameOf = useSeriesNames()
  return (
    <ul className="border-t border-line text-sm">
      {linked.length === 0 && (
        <li className="px-4 py-3 text-ink-soft sm:px-6">
          No sensor is linked. A soil sensor says when water can wait, and logs waterings that it sees.
        </li>
      )}
      {linked.map((one) => {
        const metric = metricOfSeries(one)
        const range = probes.ranges.find((each) => each.metric === one.metric)
        return (
          <li
            key={one.seriesId}
            className="flex min-h-12 items-center gap-3 border-line px-4 py-1.5 not-first:border-t sm:px-6"
          >
            <span className="min-w-0 grow">
              <bdi className="block truncate font-medium">{nameOf(one)}</bdi>
              {range && <span className="block text-ink-soft">ideal {rangeWords(range, metric, celsius)}</span>}
            </span>
            <span className="font-semibold whitespace-nowrap">
              {one.newest ? wordsOf(showValue(metric, one.newest.value, celsius)) : '–'}
            </span>
            {isEditing && (
              <IconButton label={`Unlink ${nameOf(one)}`} onClick={() => unlink.mutate(one.seriesId, told)}>
                <X aria-hidden className="size-4.5" />
              </IconButton>
            )}
          </li>
        )
      })}
      {probes.ranges
        .filter(({ metric }) => !linked.some((one) => one.metric === metric))
        .map((range) => (
          <li key={range.metric} className="flex min-h-12 items-center gap-3 border-t border-line px-4 sm:px-6">
            <span className="min-w-0 grow">{metricById(range.metric).label}</span>
            <span className="text-ink-soft">ideal {rangeWords(range, metricById(range.metric), celsius)}</span>
          </li>
        ))}
      {probes.stage !== null && (
        <li className="flex min-h-12 items-center gap-3 border-t border-line px-4 sm:px-6">
          <span className="grow">Stage</span>
          <span className="text-ink-soft">{STAGE_WORDS[probes.stage]}</span>
        </li>
      )}
    </ul>
  )
}

function Settings({ plantId, probes }: PartProps) {
  const series = useQuery(newestSeries).data ?? []
  const nameOf = useSeriesNames()
  const link = useLinkProbe(plantId)
  const edit = useEditProbes(plantId)
  const mayEdit = useMay('gardener')
  const free = series
    .filter(({ seriesId }) => !probes.series.some((one) => one.seriesId === seriesId))
    .toSorted((one, other) => Number(other.metric === SOIL) - Number(one.metric === SOIL))
  if (!mayEdit) return undefined
  return (
    <div className="grid gap-5 border-t border-line p-4 sm:p-6">
      <SelectField
        label="Link a sensor"
        value=""
        onChange={(seriesId) => seriesId !== '' && link.mutate(seriesId, told)}
        options={[
          { value: '', label: free.length === 0 ? 'No other sensor' : 'Choose a sensor' },
          ...free.map((one) => ({ value: one.seriesId, label: nameOf(one) })),
        ]}
      />
      <SelectField<Stage | ''>
        label="Stage"
        value={probes.stage ?? ''}
        onChange={(stage) => edit.mutate({ stage: stage === '' ? null : stage }, told)}
        options={[
          { value: '', label: 'Not set' },
          ...stages.map((stage) => ({ value: stage, label: STAGE_WORDS[stage] })),
        ]}
      />
      <Toggle
        label="Log waterings that the soil sensor sees"
        checked={probes.logsWaterings}
        onChange={(logsWaterings) => edit.mutate({ logsWaterings }, told)}
        className="justify-self-start text-start"
      />
      <RangesForm
        key={JSON.stringify(probes.ranges)}
        ranges={probes.ranges}
        onSave={(ranges) => edit.mutateAsync({ ranges })}
      />
    </div>
  )
}

const SOIL = 'soilMoisture'
const STAGE_WORDS: Readonly<Record<Stage, string>> = {
  seedling: 'Seedling',
  growing: 'Growing',
  flowering: 'Flowering',
  fruiting: 'Fruiting',
  dormant: 'Dormant',
}
const told = { onError: (error: unknown) => void toast.error(failureMessage(error)) }

function wordsOf({ text, unit }: { readonly text: string; readonly unit: string }): string {
  return unit === '' ? text : `${text}\u00a0${unit}`
}

/** Returns a function that names a series with its device: `Soil moisture, Probe 3`. */
function useSeriesNames(): (series: Series) => string {
  const devices = useQuery(deviceList).data ?? []
  return ({ deviceId, label }) => {
    const device = devices.find((one) => one.deviceId === deviceId)
    return device ? `${label}, ${device.deviceName}` : label
  }
}
