import type { RuleKind } from '@greenhouse/contract'
import { Cpu } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { MetricIcon } from '../../../shared/metric/metric-icon.tsx'
import { choicesFor, WHOLE_DEVICE, type SensorChoice } from '../../../shared/rule/sensor-choices.ts'
import { StateSign } from '../../../shared/liveness/state-sign.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import type { RuleDraft } from '../rule-draft.ts'
import type { RuleReader } from '../rule-reader.ts'

const KINDS = [
  { id: 'above', label: 'above' },
  { id: 'below', label: 'below' },
  { id: 'outside', label: 'outside' },
  { id: 'silent', label: 'silent' },
  { id: 'changing', label: 'changing faster' },
] as const satisfies ReadonlyArray<{ id: RuleKind; label: string }>
const MORE = { id: 'more', label: 'more' } as const
const FIRST = 3

interface RuleBarProps {
  draft: RuleDraft
  reader: RuleReader
  sensor: SensorChoice
  errors: Readonly<Record<string, string | undefined>>
  mayEdit: boolean
  /** The time that the plot shows: `last 30 days`. */
  shown: string
  onDevice: (deviceId: string) => void
  onSensor: (seriesId: string) => void
  onKind: (kind: RuleKind) => void
}

/** Chooses device, quantity and direction. */
export function RuleBar(props: RuleBarProps) {
  const { draft, reader, sensor, errors, mayEdit, shown, onDevice, onSensor, onKind } = props
  return (
    <fieldset
      disabled={!mayEdit}
      className="flex min-w-0 flex-wrap items-center gap-3 px-4 py-3.5 max-sm:px-0 max-sm:pt-0 sm:px-6 lg:border-b lg:border-line [&_:disabled]:opacity-100"
    >
      <legend className="sr-only">What the rule watches</legend>
      <div className="grid min-w-0 grid-cols-2 gap-2 max-lg:w-full sm:gap-3 lg:grid-cols-[13.75rem_12.5rem]">
        <WithIcon icon={<Cpu aria-hidden className="size-4 text-ink-soft" />}>
          <SelectField
            label="Device"
            hideLabel
            name="deviceId"
            value={draft.deviceId}
            onChange={onDevice}
            options={reader.devices.map(({ deviceId, deviceName }) => ({ value: deviceId, label: deviceName }))}
            error={errors['deviceId']}
          />
        </WithIcon>
        <WithIcon
          icon={
            sensor === WHOLE_DEVICE ? (
              <StateSign state="silent" className="size-4 text-ink-soft" />
            ) : (
              <MetricIcon metric={sensor.metric.id} />
            )
          }
        >
          <SelectField
            label="Quantity"
            hideLabel
            name="seriesId"
            value={sensor.value}
            onChange={onSensor}
            options={choicesFor(draft.kind, reader.series, draft.deviceId)}
            error={errors['seriesId']}
          />
        </WithIcon>
      </div>
      <Directions kind={draft.kind} onKind={onKind} />
      <p className="text-sm text-ink-soft lg:ms-auto max-sm:sr-only">{shown}</p>
    </fieldset>
  )
}

function Directions({ kind, onKind }: { kind: RuleKind; onKind: (kind: RuleKind) => void }) {
  const isFurther = KINDS.findIndex(({ id }) => id === kind) >= FIRST
  const [hasAll, setAll] = useState(isFurther)
  return (
    <>
      <Segments
        legend="Direction"
        choices={KINDS}
        chosen={kind}
        onChoose={onKind}
        className="max-sm:hidden max-lg:w-full"
      />
      <Segments
        legend="Direction"
        choices={hasAll || isFurther ? KINDS : [...KINDS.slice(0, FIRST), MORE]}
        chosen={kind}
        onChoose={(id) => (id === 'more' ? setAll(true) : onKind(id))}
        className="w-full sm:hidden"
      />
    </>
  )
}

function WithIcon({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="relative min-w-0 [&_select]:ps-9">
      <span className="pointer-events-none absolute top-0 left-3 z-10 flex h-11 items-center">{icon}</span>
      {children}
    </div>
  )
}
