import { metricById, type Device, type Readings, type Rule, type RuleKind } from '@greenhouse/contract'
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  choicesFor,
  sameSensor,
  sensorOf,
  WHOLE_DEVICE,
  type SensorChoice,
} from '../../../shared/rule/sensor-choices.ts'
import { useSame } from '../../../lib/use-same.ts'
import type { Form } from '../../../ui/use-form.ts'
import { firstLevels } from '../first-limits.ts'
import { useRuleGround, type RuleGround } from '../preview/use-tried-rule.ts'
import { typed, usualHold, type RuleDraft } from '../rule-draft.ts'
import { useRuleForm, type ChangeDraft } from '../rule-form.ts'
import type { RuleReader } from '../rule-reader.ts'
import { suggestedName } from '../sentence/rule-words.ts'
import { readThreshold } from '../threshold.ts'

type Levels = Pick<RuleDraft, 'limit' | 'upperLimit'>
type Restart = Partial<Pick<RuleDraft, 'kind' | 'deviceId' | 'seriesId' | 'limit'>>

/** A rule while it is changed. */
interface EditedRule {
  readonly form: Form<RuleDraft>
  /** With the limits and the name that the page suggests until a person chooses others. */
  readonly draft: RuleDraft
  readonly sensor: SensorChoice
  readonly ground: RuleGround
  readonly isChanged: boolean
  readonly change: ChangeDraft
  /** Suggests limits again for another sensor or direction. */
  readonly restart: (more: Restart) => void
  /** Called when nothing is left to save. */
  readonly onSaved: () => void
}

export function useRuleDraft(rule: Rule | undefined, first: RuleDraft, reader: RuleReader): EditedRule {
  const [isChanged, setChanged] = useState(false)
  const [hasOwnLimit, setOwnLimit] = useState(first.limit !== '')
  const [hasOwnName, setOwnName] = useState(rule !== undefined || first.name !== '')
  const [levels, setLevels] = useState<Levels>({ limit: '', upperLimit: '' })
  const complete = (given: RuleDraft): RuleDraft => ({
    ...given,
    ...(hasOwnLimit ? {} : levels),
    ...(hasOwnName
      ? {}
      : { name: suggestedName(given.kind, sensorOf(reader.series, given).label, nameOf(reader, given)) }),
  })
  // At once, because a navigation follows.
  const onSaved = () => flushSync(() => setChanged(false))
  const form = useRuleForm(first, reader, { complete, onSaved })
  const draft = complete(form.values)
  const sensor = sensorOf(reader.series, draft)
  const ground = useRuleGround(draft, { sensor, ...sourceOf(draft, reader) })
  const suggested = useFirstLevels(draft, sensor, ground.readings, reader.celsius)
  if (suggested.limit !== levels.limit || suggested.upperLimit !== levels.upperLimit) setLevels(suggested)

  const change: ChangeDraft = (name, value) => {
    setChanged(true)
    form.setNotice(undefined)
    if (name === 'name') setOwnName(true)
    if ((name === 'limit' || name === 'upperLimit') && !hasOwnLimit) {
      // Keeps both suggested limits when one of them is changed.
      setOwnLimit(true)
      form.set('limit', draft.limit)
      form.set('upperLimit', draft.upperLimit)
    }
    form.set(name, value)
  }

  function restart(more: Restart) {
    setChanged(true)
    form.setNotice(undefined)
    setOwnLimit(more.limit !== undefined)
    const next = { limit: '', upperLimit: '', clearAt: '', ...more }
    for (const [name, value] of Object.entries(next)) form.set(name as keyof Restart, value)
    const [hold, before] = [sensorOf(reader.series, { ...draft, ...more }), sensor].map(({ metric }) =>
      usualHold(metric),
    )
    if (hold !== undefined && hold !== before) form.set('minutes', hold)
  }

  return { form, draft, sensor, ground, isChanged, change, restart, onSaved }
}

function sourceOf({ deviceId }: RuleDraft, { series, devices }: RuleReader) {
  const device = devices.find((one) => one.deviceId === deviceId)
  return {
    seriesOfDevice: series.filter((one) => one.deviceId === deviceId).map(({ seriesId }) => seriesId),
    intervalSeconds: Number(device?.waitTime ?? 0),
  }
}

function useFirstLevels(
  { kind, within }: RuleDraft,
  { metric }: SensorChoice,
  readings: Readings | undefined,
  celsius: boolean,
): Levels {
  const same = useSame({ kind, within, metricId: metric.id, readings, celsius })
  return useMemo(() => {
    const options = { metric: metricById(same.metricId), celsius: same.celsius }
    return firstLevels({ kind: same.kind, within: same.within }, same.readings, options)
  }, [same])
}

export function nameOf({ devices }: Pick<RuleReader, 'devices'>, { deviceId }: Pick<RuleDraft, 'deviceId'>): string {
  return devices.find((one) => one.deviceId === deviceId)?.deviceName ?? 'Unknown Device'
}

/** Changes that bar, plot and sentence make. */
export interface RuleChanges {
  readonly onDevice: (deviceId: string) => void
  readonly onSensor: (seriesId: string) => void
  readonly onKind: (kind: RuleKind) => void
  /** Moves a limit, and with it the level that ends the alert. */
  readonly onLimit: (name: 'limit' | 'upperLimit', text: string) => void
  readonly onChoose: (limit: Pick<RuleDraft, 'kind' | 'limit'>) => void
}

export function changesOf({ draft, sensor, form, change, restart }: EditedRule, { series }: RuleReader): RuleChanges {
  return {
    onDevice(deviceId) {
      const others = choicesFor(draft.kind, series, deviceId)
      restart({ deviceId, seriesId: sensor === WHOLE_DEVICE ? '' : sameSensor(others, sensor).value })
    },
    onSensor: (seriesId) => restart({ seriesId }),
    onKind(kind) {
      if (kind === draft.kind) return
      if (kind === 'silent') restart({ kind, seriesId: '' })
      else if (draft.kind !== 'silent') restart({ kind })
      else restart({ kind, seriesId: choicesFor(kind, series, draft.deviceId)[0]?.value ?? '' })
    },
    onLimit(name, text) {
      const moved = movesEnd(draft, name) ? clearOf(draft, name, text) : undefined
      change(name, text)
      if (moved !== undefined) form.set('clearAt', moved)
    },
    onChoose: restart,
  }
}

/** The level that ends an alert lies below the upper of two limits. */
function movesEnd({ kind }: RuleDraft, name: keyof Levels): boolean {
  return (kind === 'outside') === (name === 'upperLimit')
}

/** Returns the typed level that ends the alert, moved as far as the limit; undefined where it follows anyway. */
function clearOf(draft: RuleDraft, name: keyof Levels, to: string): string | undefined {
  const [from, end, next] = [draft[name], draft.clearAt, to].map((text) => readThreshold(text, { isGeneric: true }))
  if (from === undefined || end === undefined || next === undefined) return undefined
  return typed(Number((end + next - from).toFixed(6)))
}

/** Returns the device of a draft. */
export function deviceOf(devices: readonly Device[], { deviceId }: RuleDraft): Device | undefined {
  return devices.find((one) => one.deviceId === deviceId)
}
