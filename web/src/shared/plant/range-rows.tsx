import { metricById, metrics, rangeStages, type Metric, type PlantRange, type RangeStage } from '@greenhouse/contract'
import { Plus, X } from 'lucide-react'
import { readTypedNumber, writeTypedNumber } from '../../lib/typed-number.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

export interface TypedRange {
  readonly stage: RangeStage
  readonly metric: string
  readonly low: string
  readonly high: string
  readonly source: string
}

interface RangeRowsProps {
  rows: readonly TypedRange[]
  onChange: (rows: readonly TypedRange[]) => void
  /** Ranges that count where a row is empty. */
  usual?: readonly PlantRange[]
  /** Each row has a stage and a source. */
  withStages?: boolean
}

/** Ideal ranges in the units that are stored: °C, %, kPa. */
export function RangeRows({ rows, onChange, usual = [], withStages = false }: RangeRowsProps) {
  const isFree = (metric: string, stage: RangeStage) =>
    !rows.some((row) => row.metric === metric && row.stage === stage)
  const next = metrics.filter(({ id }) => isFree(id, 'any'))
  const first = next.find(({ id }) => id === 'soilMoisture') ?? next[0]
  const change = (index: number, typed: Partial<TypedRange>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...typed } : row)))
  return (
    <>
      {rows.map((row, index) => (
        <RangeRow
          key={`${row.stage} ${row.metric}`}
          row={row}
          usual={usual.find(({ metric }) => metric === row.metric)}
          metrics={metrics.filter(({ id }) => id === row.metric || isFree(id, row.stage))}
          stages={withStages ? rangeStages.filter((one) => one === row.stage || isFree(row.metric, one)) : []}
          onChange={(typed) => change(index, typed)}
          onRemove={() => onChange(rows.filter((_, at) => at !== index))}
        />
      ))}
      {first && (
        <Button
          dense
          className="justify-self-start"
          onClick={() => onChange([...rows, { stage: 'any', metric: first.id, low: '', high: '', source: '' }])}
        >
          <Plus aria-hidden className="size-4" />
          Add a range
        </Button>
      )}
    </>
  )
}

interface RangeRowProps {
  row: TypedRange
  usual: PlantRange | undefined
  /** Quantities that no other row of the stage has. */
  metrics: readonly Metric[]
  /** Empty where a row has none. */
  stages: readonly RangeStage[]
  onChange: (change: Partial<TypedRange>) => void
  onRemove: () => void
}

function RangeRow({ row, usual, metrics: choices, stages, onChange, onRemove }: RangeRowProps) {
  const { label } = metricById(row.metric)
  const name = stages.length === 0 ? label : `${label}, ${STAGE_WORDS[row.stage].toLowerCase()}`
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
      <legend className="sr-only">{name}</legend>
      <SelectField
        label="Quantity"
        value={row.metric}
        onChange={(metric) => onChange({ metric })}
        options={choices.map(({ id, label: one, unit }) => ({
          value: id,
          label: unit === '' ? one : `${one}, ${unit}`,
        }))}
      />
      <IconButton label={`Remove the range of ${name}`} onClick={onRemove}>
        <X aria-hidden className="size-4.5" />
      </IconButton>
      <div className="col-span-2 grid grid-cols-2 gap-2">
        {stages.length > 0 && (
          <SelectField
            label="Stage"
            className="col-span-2"
            value={row.stage}
            onChange={(stage) => onChange({ stage })}
            options={stages.map((value) => ({ value, label: STAGE_WORDS[value] }))}
          />
        )}
        <TextField
          label="From"
          inputMode="decimal"
          placeholder={typedBound(usual?.low)}
          value={row.low}
          onChange={(low) => onChange({ low })}
        />
        <TextField
          label="To"
          inputMode="decimal"
          placeholder={typedBound(usual?.high)}
          value={row.high}
          onChange={(high) => onChange({ high })}
        />
        {stages.length > 0 && (
          <TextField
            label="Source"
            className="col-span-2"
            autoComplete="off"
            value={row.source}
            onChange={(source) => onChange({ source })}
          />
        )}
      </div>
    </fieldset>
  )
}

export const STAGE_WORDS: Readonly<Record<RangeStage, string>> = {
  any: 'Any stage',
  seedling: 'Seedling',
  growing: 'Growing',
  flowering: 'Flowering',
  fruiting: 'Fruiting',
  dormant: 'Dormant',
}

export function typedRange(range: PlantRange & Partial<Pick<TypedRange, 'stage' | 'source'>>): TypedRange {
  const { metric, low, high, stage = 'any', source = '' } = range
  return { stage, metric, low: typedBound(low), high: typedBound(high), source }
}

function typedBound(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : writeTypedNumber(value)
}

interface Refusal {
  readonly issues: ReadonlyArray<{ readonly message: string }>
}

interface RangeSchema<Range> {
  safeParse(
    range: unknown,
  ): { readonly success: true; readonly data: Range } | { readonly success: false; readonly error: Refusal }
}

/** Returns ranges by a schema of the contract, or why one is none. */
export function readRanges<Range>(rows: readonly TypedRange[], schema: RangeSchema<Range>): Range[] | string {
  const read: Range[] = []
  for (const { low, high, ...row } of rows) {
    const result = schema.safeParse({ ...row, low: readBound(low), high: readBound(high) })
    const { label } = metricById(row.metric)
    if (result.success) read.push(result.data)
    else if ([low, high].some((text) => Number.isNaN(readBound(text)))) return `${label}: enter numbers`
    else return `${label}: ${result.error.issues[0]?.message ?? 'not a range'}`
  }
  return read
}

function readBound(text: string): number | null {
  return text.trim() === '' ? null : readTypedNumber(text)
}
