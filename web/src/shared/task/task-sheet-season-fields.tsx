import { SEASONS_MAX } from '@greenhouse/contract'
import { CircleAlert, Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Form } from '../../ui/use-form.ts'
import { DayOfYearField } from './task-sheet-day-field.tsx'
import type { Span } from './task-sheet-seasons.ts'
import type { TypedTask } from './task-sheet-values.ts'

const FIRST: Span = { from: '03-01', to: '10-31' }
const NEXT: Span = { from: '11-01', to: '11-30' }

/** Chooses the parts of the year in which the plan holds, and what is done in the rest. */
export function SeasonFields({ form }: { form: Form<TypedTask> }) {
  const id = useId()
  const { spans, keptSeasons } = form.values
  const error = form.errors['seasons']
  const setSpans = (changed: readonly Span[]) => form.set('spans', changed)
  return (
    <fieldset aria-describedby={error === undefined ? undefined : id} className="grid gap-3">
      <legend className="mb-1.5 text-sm font-medium">Seasons</legend>
      {keptSeasons ? (
        <KeptSeasons onReplace={() => form.set('keptSeasons', undefined)} />
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

function KeptSeasons({ onReplace }: { onReplace: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-line p-3">
      <p className="text-sm text-ink-soft">This plan has several intervals, as the sentence below says.</p>
      <Button dense onClick={onReplace}>
        Replace
      </Button>
    </div>
  )
}

interface SpanFieldsProps {
  span: Span
  onChange: (span: Span) => void
  onRemove: () => void
}

function SpanFields({ span, onChange, onRemove }: SpanFieldsProps) {
  return (
    <div className="flex items-start gap-1 rounded-control border border-line p-3">
      <div className="grid grow gap-3 sm:grid-cols-2">
        <DayOfYearField label="From" value={span.from} onChange={(from) => onChange({ ...span, from })} />
        <DayOfYearField label="To" value={span.to} onChange={(to) => onChange({ ...span, to })} />
      </div>
      <IconButton label="Remove this season" onClick={onRemove} className="-me-2 -mt-2">
        <X aria-hidden className="size-5" />
      </IconButton>
    </div>
  )
}

function OtherwiseFields({ form }: { form: Form<TypedTask> }) {
  const { otherwise, repeat } = form.values
  // Days of the calendar have no interval.
  const mayHaveInterval = repeat === 'after'
  return (
    <div className="grid gap-2 rounded-control border border-line p-3 sm:grid-cols-2">
      <SelectField
        label="Otherwise"
        value={mayHaveInterval ? otherwise : 'rest'}
        onChange={(chosen) => form.set('otherwise', chosen)}
        options={mayHaveInterval ? [REST, { value: 'every', label: 'Another interval' }] : [REST]}
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
