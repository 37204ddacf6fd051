import {
  calibrate,
  metricOfSeries,
  type Metric,
  type Series,
  offsetCalibration,
  shownUnitOf,
  twoPointCalibration,
  type Calibration,
  uncalibrate,
} from '@greenhouse/contract'
import { useQueryClient } from '@tanstack/react-query'
import { withUnit } from '../../lib/format.ts'
import { showValue, shownUnit } from '../metric/show-value.ts'
import { writeTypedNumber, readTypedNumber } from '../../lib/typed-number.ts'
import { Button } from '../../ui/button.tsx'
import { Segments } from '../../ui/segments.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm, type Form } from '../../ui/use-form.ts'
import { CalibrationDrawing } from './calibration-drawing.tsx'
import { rawWords, shownOffset } from './calibration-words.ts'
import { useEditSeries } from './series-changes.ts'
import { newestSeries } from './series-queries.ts'
import { parsed, type Parsed } from '../../lib/field-errors.ts'

const KINDS = [
  { id: 'offset', label: 'Offset' },
  { id: 'points', label: 'Two points' },
] as const

interface CalibrationFormProps {
  id: string
  series: Series
  celsius: boolean
  onSaved: () => void
}

export function CalibrationForm({ id, series, celsius, onSaved }: CalibrationFormProps) {
  const edit = useEditSeries()
  const metric = metricOfSeries(series)
  const form = useForm({
    initial: typedCalibration(metric, series.calibration, celsius),
    parse: (typed) => parseCalibration(metric, typed, celsius),
    async onSubmit(calibration) {
      await edit.mutateAsync({ series, change: { calibration } })
      toast.success(`${series.label} is calibrated`)
      onSaved()
    },
  })
  const { kind } = form.values
  return (
    <form id={id} noValidate onSubmit={form.submit} className="grid gap-4">
      {metric.twoPoints === true && (
        <Segments
          legend="Kind of calibration"
          choices={KINDS}
          chosen={kind}
          onChoose={(chosen) => form.set('kind', chosen)}
          className="justify-self-start"
        />
      )}
      {kind === 'points' ? (
        <TwoPoints form={form} series={series} metric={metric} celsius={celsius} />
      ) : (
        <Offset form={form} series={series} metric={metric} celsius={celsius} />
      )}
    </form>
  )
}

interface PartProps {
  form: Form<TypedCalibration>
  series: Series
  metric: Metric
  celsius: boolean
}

function Offset({ form, series, metric, celsius }: PartProps) {
  const unit = shownUnit(metric, celsius)
  const now = rawNow(series)
  const typed = parseCalibration(metric, form.values, celsius)
  const show = (value: number) => {
    const { text, unit: its } = showValue(metric, value, celsius)
    return withUnit(text, its)
  }
  return (
    <div className="grid content-start gap-3">
      <p className="text-sm text-ink-soft">
        Compare the sensor with one that you trust, and enter what has to be added to its values.
      </p>
      <TextField
        label={unit === '' ? 'Offset' : `Offset, ${unit}`}
        inputMode="decimal"
        autoComplete="off"
        className="max-w-60"
        hint={
          now === undefined
            ? undefined
            : `The sensor sends ${show(now)}${'input' in typed ? `, which becomes ${show(calibrate(metric, now, typed.input))}` : ''}.`
        }
        {...form.field('offset')}
      />
    </div>
  )
}

function TwoPoints({ form, series, metric, celsius }: PartProps) {
  const typed = parseCalibration(metric, form.values, celsius)
  const points = 'input' in typed && 'dry' in typed.input ? typed.input : undefined
  const now = rawNow(series)
  return (
    <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
      <div className="grid content-start gap-3">
        <p className="text-sm text-ink-soft">
          Take one reading in dry soil and one in soaked soil. What lies between them is on a straight line.
        </p>
        <Point name="dry" label={`Dry, ${withUnit('0', metric.unit)}`} form={form} series={series} />
        <Point name="wet" label={`Wet, ${withUnit('100', metric.unit)}`} form={form} series={series} />
        <output className="block text-sm text-ink-soft">
          {now === undefined
            ? 'The sensor has sent nothing yet that could be used.'
            : `The sensor sends ${rawWords(now)}.`}
        </output>
      </div>
      {points ? (
        <CalibrationDrawing metric={metric} dry={points.dry} wet={points.wet} now={now} />
      ) : (
        <p className="grid min-h-40 place-content-center rounded-control bg-sunken p-4 text-center text-sm text-ink-soft">
          The line is drawn here once both points are known.
        </p>
      )}
    </div>
  )
}

interface PointProps extends Pick<PartProps, 'form' | 'series'> {
  name: 'dry' | 'wet'
  label: string
}

function Point({ name, label, form, series: { seriesId } }: PointProps) {
  const client = useQueryClient()

  async function takeNow() {
    // The list may be 30 s old, too old for a sensor just put into water.
    const all = await client.fetchQuery({ ...newestSeries, staleTime: 0 }).catch(() => undefined)
    const series = all?.find((one) => one.seriesId === seriesId)
    const raw = series && rawNow(series)
    if (raw === undefined)
      toast.error('The sensor has sent nothing that could be used. Try again after its next reading.')
    else form.set(name, writeTypedNumber(raw))
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
      <TextField label={label} inputMode="decimal" autoComplete="off" {...form.field(name)} />
      <Button
        aria-label={`Use now: ${label}`}
        onClick={() => void takeNow()}
        className={form.errors[name] ? 'mb-7' : ''}
      >
        Use now
      </Button>
    </div>
  )
}

type TypedCalibration = { kind: 'offset' | 'points'; offset: string; dry: string; wet: string }

/** Returns the current calibration, or else the kind that suits the metric. */
export function typedCalibration(metric: Metric, calibration: Calibration, celsius: boolean): TypedCalibration {
  const nothing = { offset: '', dry: '', wet: '' }
  if (calibration === null) return { ...nothing, kind: metric.twoPoints === true ? 'points' : 'offset' }
  if ('offset' in calibration) {
    const offset = writeTypedNumber(shownOffset(metric, calibration.offset, celsius))
    return { ...nothing, kind: 'offset', offset }
  }
  const { dry, wet } = calibration
  return { ...nothing, kind: 'points', dry: writeTypedNumber(dry), wet: writeTypedNumber(wet) }
}

/** Offsets are typed in the displayed unit. */
export function parseCalibration(
  metric: Metric,
  { kind, offset, dry, wet }: TypedCalibration,
  celsius: boolean,
): Parsed<NonNullable<Calibration>> {
  if (kind === 'points') {
    return parsed(twoPointCalibration, { dry: readTypedNumber(dry), wet: readTypedNumber(wet) })
  }
  const { toStored } = shownUnitOf(metric, celsius)
  const difference = toStored(readTypedNumber(offset)) - toStored(0)
  return parsed(offsetCalibration, { offset: Math.round(difference * 1e6) / 1e6 })
}

/** Returns the last raw value of a sensor; undefined if the newest value is older than the calibration, or clamped. */
export function rawNow(series: Series): number | undefined {
  const { raw, newest, calibration, calibratedAt } = series
  if (raw) return raw.value
  if (!newest || (calibratedAt !== null && newest.time < calibratedAt)) return undefined
  return uncalibrate(metricOfSeries(series), newest.value, calibration)
}
