import { stages, type PlantProbes, type Series, type Stage } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Link } from 'wouter'
import { failureMessage } from '../../lib/failure-message.ts'
import { deviceList } from '../../shared/device/device-queries.ts'
import { STAGE_WORDS } from '../../shared/plant/range-rows.tsx'
import { newestSeries } from '../../shared/series/series-queries.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.ts'
import { Toggle } from '../../ui/toggle.tsx'
import { useEditProbes, useLinkProbe, useUnlinkProbe } from './probe-queries.ts'
import { RangesForm } from './ranges-form.tsx'

interface ProbeSettingsProps {
  plantId: string
  probes: PlantProbes
}

/** The sensors, stage and ideal ranges of a plant, to be changed. */
export function ProbeSettings({ plantId, probes }: ProbeSettingsProps) {
  const series = useQuery(newestSeries).data ?? []
  const nameOf = useSeriesNames()
  const link = useLinkProbe(plantId)
  const edit = useEditProbes(plantId)
  const linkedIds = new Set(probes.series.map(({ seriesId }) => seriesId))
  const free = series
    .filter(({ seriesId, plant }) => plant === undefined && !linkedIds.has(seriesId))
    .toSorted((one, other) => Number(other.metric === SOIL) - Number(one.metric === SOIL))
  return (
    <div className="grid gap-5 border-t border-line p-4 sm:p-6">
      <LinkedSensors plantId={plantId} linked={series.filter(({ seriesId }) => linkedIds.has(seriesId))} />
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
      <Link
        to="/species"
        className="hit-area justify-self-start font-semibold text-leaf-strong underline underline-offset-4"
      >
        All species and their ranges
      </Link>
      <RangesForm
        key={JSON.stringify(probes.ranges)}
        ranges={probes.ranges}
        ideal={probes.ideal}
        onSave={(ranges) => edit.mutateAsync({ ranges })}
      />
    </div>
  )
}

function LinkedSensors({ plantId, linked }: { plantId: string; linked: readonly Series[] }) {
  const nameOf = useSeriesNames()
  const unlink = useUnlinkProbe(plantId)
  if (linked.length === 0) return undefined
  return (
    <ul aria-label="Linked sensors" className="divide-y divide-line rounded-control border border-line">
      {linked.map((one) => (
        <li key={one.seriesId} className="flex min-h-11 items-center gap-3 ps-3">
          <bdi className="min-w-0 grow truncate">{nameOf(one)}</bdi>
          <IconButton label={`Unlink ${nameOf(one)}`} onClick={() => unlink.mutate(one.seriesId, told)}>
            <X aria-hidden className="size-4.5" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

const SOIL = 'soilMoisture'
const told = { onError: (error: unknown) => void toast.error(failureMessage(error)) }

/** Returns a function that names a series with its device: `Soil moisture, Probe 3`. */
function useSeriesNames(): (series: Series) => string {
  const devices = useQuery(deviceList).data ?? []
  return ({ deviceId, label }) => {
    const device = devices.find((one) => one.deviceId === deviceId)
    return device ? `${label}, ${device.deviceName}` : label
  }
}
