import { browserTimeZone } from '../../../lib/time-zone.ts'
import { limitStep, type Device, type Rule, type RuleInput, type Series } from '@greenhouse/contract'
import type { SeriesSource } from '../../../shared/device/plant-devices.ts'
import { useState } from 'react'
import { usePosition } from '../../../shared/place/use-position.ts'
import { useMay } from '../../../shared/household/household-queries.ts'
import { shownUnit } from '../../../shared/metric/show-value.ts'
import type { SensorChoice } from '../../../shared/rule/sensor-choices.ts'
import { withUnit } from '../../../lib/format.ts'
import type { Form } from '../../../ui/use-form.ts'
import { spreadOf } from '../first-limits.ts'
import { parseRule, usualSilence } from '../parse-rule.ts'
import { PREVIEW_DAYS, previewedRule } from '../preview/preview-query.ts'
import { useTrial, type RuleGround, type TriedLimits } from '../preview/use-tried-rule.ts'
import { typed, type RuleDraft } from '../rule-draft.ts'
import type { RuleReader } from '../rule-reader.ts'
import { typedMinutes } from '../threshold.ts'
import { AnyDeviceEditor } from './any-device-editor.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { RuleBar } from './rule-bar.tsx'
import { DeleteRule, RuleFoot } from './rule-foot.tsx'
import { RuleHead } from './rule-head.tsx'
import { RulePanels } from './rule-panels.tsx'
import { TryPanel } from './try-panel.tsx'
import { changesOf, deviceOf, nameOf, useRuleDraft } from './use-rule-draft.ts'

interface RuleEditorProps {
  rule: Rule | undefined
  first: RuleDraft
  devices: readonly SeriesSource[]
  series: readonly Series[]
  celsius: boolean
}

/** The page of a rule: its limit on the last 30 days, what it would have done, and the rule as a sentence. */
export function RuleEditor({ rule, first, devices, series, celsius }: RuleEditorProps) {
  const [timeZone] = useState(browserTimeZone)
  const reader: RuleReader = { series, devices, celsius, before: rule, timeZone }
  const [isDeleting, setDeleting] = useState(false)
  const mayEdit = useMay('gardener')
  const edited = useRuleDraft(rule, first, reader)
  const { form, draft, sensor, ground, isChanged, change } = edited
  const device = deviceOf(devices, draft)
  const tried = useTrialOf({ draft, reader, sensor, ground, device })
  const field: Form<RuleDraft>['field'] = (name) => ({
    ...form.field(name),
    value: draft[name],
    onChange: (text) => change(name, text),
  })
  const changes = changesOf(edited, reader)
  const parts = { draft, change, errors: form.errors, field, reader, sensor, ground, mayEdit, ...changes }
  if (rule && draft.exceptDeviceIds)
    return <AnyDeviceEditor {...parts} rule={rule} form={form} devices={devices} isChanged={isChanged} />
  return (
    <form noValidate onSubmit={form.submit} aria-label="Rule">
      <RuleHead rule={rule} reader={reader} />
      <section
        aria-label="Its limit on the last 30 days"
        className="grid min-w-0 sm:rounded-card sm:border sm:border-line sm:bg-surface sm:shadow-panel"
      >
        <RuleBar {...parts} shown={shownDays(ground.days)} />
        <TryPanel
          {...parts}
          {...tried}
          device={device}
          notice={form.notice}
          onSilence={(seconds) => change('silence', typedMinutes(seconds))}
          onTake={(limit) => (draft.kind === 'silent' ? change('silence', limit) : changes.onLimit('limit', limit))}
        />
      </section>
      <RulePanels {...parts} {...tried} isNew={rule === undefined} deviceName={nameOf(reader, draft)} />
      {mayEdit && (
        <RuleFoot
          form={form}
          nameField={field('name')}
          isNew={rule === undefined}
          hint={hintOf(draft, sensor, ground, celsius)}
          onDelete={rule && (() => setDeleting(true))}
        />
      )}
      <LeaveQuestion isChanged={isChanged} />
      {rule && (
        <DeleteRule
          ruleId={rule.ruleId}
          open={isDeleting}
          onDeleted={edited.onSaved}
          onClose={() => setDeleting(false)}
        />
      )}
    </form>
  )
}

interface TrialOfProps {
  draft: RuleDraft
  reader: RuleReader
  sensor: SensorChoice
  ground: RuleGround
  device: Device | undefined
}

function useTrialOf({ draft, reader, sensor, ground, device }: TrialOfProps) {
  // Fields that only affect notifications must not delay the preview.
  const parsed = parseRule({ ...draft, name: '', channelIds: undefined }, reader)
  const input = 'input' in parsed ? parsed.input : undefined
  const rule: RuleInput | undefined = input && (previewedRule(input) ?? input)
  const { at } = usePosition(device?.placeId, draft.when === 'day' || draft.when === 'night')
  const usualSeconds = usualSilence(draft, reader.devices)
  const trial = useTrial({ ground, draft, sensor, rule, usualSeconds, at })
  const limits: TriedLimits | undefined = rule && {
    limit: rule.limit ?? usualSeconds,
    upperLimit: rule.upperLimit ?? null,
    clearAt: rule.clearAt ?? rule.limit ?? usualSeconds,
  }
  return { trial, limits }
}

function shownDays(days: number | undefined): string {
  return days === undefined || days >= PREVIEW_DAYS - 1
    ? `last ${PREVIEW_DAYS} days`
    : `${days} of ${PREVIEW_DAYS} days`
}

/** Returns `Drag the line, or press ↑ ↓ for 0,5 °C`. */
function hintOf({ kind }: RuleDraft, { metric }: SensorChoice, ground: RuleGround, celsius: boolean): string {
  const { readings, days, isError } = ground
  if (days === 0) return 'It is checked from the first reading on'
  if (isError) return ''
  if (kind === 'silent') return 'Drag the line, or press ↑ ↓'
  const step = typed(limitStep(metric, readings ? spreadOf(readings) : 0, celsius))
  return `Drag the line, or press ↑ ↓ for ${withUnit(step, shownUnit(metric, celsius))}`
}
