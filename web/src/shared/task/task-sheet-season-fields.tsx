import { SEASONS_MAX } from '@greenhouse/contract'
import { CircleAlert, Plus, X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Form } from '../../ui/use-form.ts'
import { DayOfYearField } from './task-sheet-day-field.tsx'
import { rowsOf, typedRow, type Span, type TypedRow } from './task-sheet-seasons.ts'
import type { TypedTask } from './task-sheet-values.ts'

const FIRST: Span = { from: '03-01', to: '10-31' }
const NEXT: Span = { from: '11-01', to: '11-30' }

/** Chooses the parts of the year in which the plan holds, and what is done in the rest. */
export function SeasonFields({ form }: { form: Form<TypedTask> }) {
  const id = useId()
  const { spans, rows } = form.values
  const error = form.errors['seasons']
  const setSpans = (changed: readonly Span[]) => form.set('spans', changed)
  return (
    <fieldset aria-describedby={error === undefined ? undefined : id} className="grid gap-3">
      <legend className="mb-1.5 text-sm font-medium">Seasons</legend>
      {rows ? (
        <SeasonRows form={form} rows={rows} />
      ) : (
        <>
          {spans.map((span, index) => (
            <SpanFields
              key={index}
              span={span}
              onChange={(changed) => setSpans(spans.with(index, changed))}
              onRemove={() => setSpans(spans.toSpliced(index, 1))}
            />
          ))}
          {spans.length > 0 && <OtherwiseFields form={form} />}
          {spans.length < SEASONS_MAX && (
            <Button
              className="justify-self-start"
              onClick={() => setSpans([...spans, spans.length === 0 ? FIRST : NEXT])}
            >
              <Plus aria-hidden className="size-4.5" />
              Add a season
            </Button>
          )}
        </>
      )}
      {error !== undefined && (
        <p id={id} className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface SeasonRowsProps {
  form: Form<TypedTask>
  rows: readonly TypedRow[]
}

/** Several intervals: a row for each part of the year that differs from the interval of the plan. */
function SeasonRows({ form, rows }: SeasonRowsProps) {
  const setRows = (changed: readonly TypedRow[]) => form.set('rows', changed.length === 0 ? undefined : changed)
  return (
    <>
      {rows.map((row, index) => (
        <SpanFields
          key={index}
          span={row}
          onChange={(span) => setRows(rows.with(index, { ...row, ...span }))}
          onRemove={() => setRows(rows.toSpliced(index, 1))}
        >
          <RowInterval
            row={row}
            unit={form.values.unit}
            mayHaveInterval={form.values.repeat === 'after'}
            onChange={(changed) => setRows(rows.with(index, changed))}
          />
        </SpanFields>
      ))}
      <p className="text-sm text-ink-soft">The rest of the year the plan holds as it is.</p>
      {rows.length < SEASONS_MAX && (
        <Button
          className="justify-self-start"
          onClick={() => setRows([...rows, { ...NEXT, rests: false, every: form.values.every }])}
        >
          <Plus aria-hidden className="size-4.5" />
          Add a season
        </Button>
      )}
    </>
  )
}

interface RowIntervalProps {
  row: TypedRow
  unit: string
  mayHaveInterval: boolean
  onChange: (row: TypedRow) => void
}

function RowInterval({ row, unit, mayHaveInterval, onChange }: RowIntervalProps) {
  if (!mayHaveInterval) return undefined
  return (
    <>
      <SelectField
        label="In this season"
        value={row.rests ? 'rest' : 'every'}
        onChange={(chosen) => onChange({ ...row, rests: chosen === 'rest' })}
        options={[REST, OTHER]}
      />
      {!row.rests && (
        <TextField
          label={`Every (${unit}s)`}
          inputMode="numeric"
          autoComplete="off"
          value={row.every}
          onChange={(every) => onChange({ ...row, every })}
        />
      )}
    </>
  )
}

interface SpanFieldsProps {
  span: Span
  onChange: (span: Span) => void
  onRemove: () => void
  /** More fields. */
  children?: ReactNode
}

function SpanFields({ span, onChange, onRemove, children }: SpanFieldsProps) {
  return (
    <div className="flex items-start gap-1 rounded-control border border-line p-3">
      <div className="grid grow gap-3 sm:grid-cols-2">
        <DayOfYearField label="From" value={span.from} onChange={(from) => onChange({ from, to: span.to })} />
        <DayOfYearField label="To" value={span.to} onChange={(to) => onChange({ from: span.from, to })} />
        {children}
      </div>
      <IconButton label="Remove this season" onClick={onRemove} className="-me-2 -mt-2">
        <X aria-hidden className="size-5" />
      </IconButton>
    </div>
  )
}

function OtherwiseFields({ form }: { form: Form<TypedTask> }) {
  const { otherwise, repeat, spans } = form.values
  const hasSeveral = spans.length > 1
  // Days of the calendar have no interval.
  const mayHaveInterval = repeat === 'after'
  return (
    <div className="grid gap-2 rounded-control border border-line p-3 sm:grid-cols-2">
      <SelectField<TypedTask['otherwise'] | 'several'>
        label="Otherwise"
        value={mayHaveInterval ? otherwise : 'rest'}
        onChange={(chosen) =>
          chosen === 'several' ? form.set('rows', rowsOf(spans, null).map(typedRow)) : form.set('otherwise', chosen)
        }
        options={mayHaveInterval ? [REST, OTHER, ...(hasSeveral ? [SEVERAL] : [])] : [REST]}
      />
      {mayHaveInterval && otherwise === 'every' && (
        <TextField
          label={`Every (${form.values.unit}s)`}
          inputMode="numeric"
          autoComplete="off"
          {...form.field('otherwiseEvery')}
        />
      )}
    </div>
  )
}

const REST = { value: 'rest', label: 'Rests' } as const
const OTHER = { value: 'every', label: 'Another interval' } as const
const SEVERAL = { value: 'several', label: 'Several intervals' } as const
