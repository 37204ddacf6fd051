import { toShownLimit } from '@greenhouse/contract'
import type { ReactNode } from 'react'
import type { SensorChoice } from '../../../shared/rule/sensor-choices.ts'
import { shownUnit } from '../../../shared/metric/show-value.ts'
import { classes } from '../../../lib/classes.ts'
import { formatNumber } from '../../../lib/format.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { hasUsualLimits, USUAL_LIMITS } from '../first-limits.ts'
import { typed, type RuleDraft } from '../rule-draft.ts'
import type { RulePartProps } from '../rule-form.ts'
import { inSentence } from '../sentence/rule-words.ts'

interface NoReadingsProps extends Pick<RulePartProps, 'draft' | 'field' | 'reader'> {
  sensor: SensorChoice
  mayEdit: boolean
  onChoose: (limit: Pick<RuleDraft, 'kind' | 'limit'>) => void
}

const LABELS: Record<RuleDraft['kind'], string> = {
  above: 'At or above',
  below: 'At or below',
  outside: 'Lower limit',
  changing: 'Change',
  silent: 'Nothing for at least',
}

/** Asks for a number where no line can be dragged. */
export function NoReadings({ draft, field, reader, sensor, mayEdit, onChoose }: NoReadingsProps): ReactNode {
  const { metric } = sensor
  const { celsius } = reader
  const unit = shownUnit(metric, celsius)
  const number = { inputMode: 'decimal', autoComplete: 'off', disabled: !mayEdit } as const
  return (
    <div className="grid content-start gap-4 px-4 py-5 sm:px-6 lg:py-6">
      {hasUsualLimits(metric) && mayEdit && (
        <div className="grid gap-2">
          <p className="text-sm text-ink-soft">Often chosen for {inSentence(metric.label)}</p>
          <ul className="flex flex-wrap gap-2 lg:grid lg:justify-items-start">
            {USUAL_LIMITS.map(({ kind, limit, purpose }) => {
              const shown = toShownLimit(metric, limit, celsius)
              const isChosen = draft.kind === kind && draft.limit === typed(shown)
              return (
                <li key={purpose}>
                  <button
                    type="button"
                    aria-pressed={isChosen}
                    onClick={() => onChoose({ kind, limit: typed(shown) })}
                    className={classes(
                      'min-h-11 rounded-pill border px-3.5 text-sm',
                      isChosen
                        ? 'border-leaf bg-leaf-wash font-semibold text-leaf-strong'
                        : 'border-line-strong hover:bg-sunken',
                    )}
                  >
                    {kind} {formatNumber(shown, 0)}, {purpose}
                  </button>
                </li>
              )
            })}
          </ul>
        </div>
      )}
      {draft.kind === 'silent' ? (
        <TextField {...number} label={LABELS.silent} unit="min" {...field('silence')} />
      ) : (
        <TextField {...number} label={LABELS[draft.kind]} unit={unit} {...field('limit')} value={draft.limit} />
      )}
      {draft.kind === 'outside' && (
        <TextField {...number} label="Upper limit" unit={unit} {...field('upperLimit')} value={draft.upperLimit} />
      )}
    </div>
  )
}
