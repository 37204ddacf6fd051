import { DUPLICATE_RULE, type Rule } from '@greenhouse/contract'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { failureMessage } from '../../lib/failure-message.ts'
import { RULES_PATH } from '../../shared/rule/rule-queries.ts'
import { toast } from '../../ui/toast.ts'
import { useForm, type Form } from '../../ui/use-form.ts'
import { useSaveRule } from './condition-mutations.ts'
import { parseRule, type RuleOnSensor } from './parse-rule.ts'
import type { RuleDraft } from './rule-draft.ts'
import type { RuleReader } from './rule-reader.ts'

export type ChangeDraft = <F extends keyof RuleDraft>(field: F, value: RuleDraft[F]) => void

export interface RulePartProps extends Pick<Form<RuleDraft>, 'errors' | 'field'> {
  draft: RuleDraft
  change: ChangeDraft
  reader: RuleReader
}

/**
 * @param complete fills in what was left to the page, such as the first limit
 * @param onSaved called before the page is left
 */
export function useRuleForm(
  first: RuleDraft,
  reader: RuleReader,
  { complete, onSaved }: { complete: (draft: RuleDraft) => RuleDraft; onSaved: () => void },
): Form<RuleDraft> {
  const [, navigate] = useLocation()
  const [opened] = useState(reader.before)
  const save = useSaveRule(opened?.ruleId)
  return useForm({
    initial: first,
    parse: (draft) => parseRule(complete(draft), reader),
    async onSubmit(input) {
      await save.mutateAsync(withoutUnchanged(input, opened))
      toast.success(opened ? 'Device condition updated' : 'Device condition created')
      onSaved()
      navigate(RULES_PATH)
    },
    otherwise: (error) =>
      error.code === 'rule.duplicate'
        ? { notice: DUPLICATE_RULE }
        : { toast: failureMessage(error) || 'Error creating condition' },
  })
}

const OPTIONS = [
  'name',
  'holdSeconds',
  'when',
  'severity',
  'repeatMinutes',
  'tellWhenOver',
  'channelIds',
  'mutedUntil',
  'isOn',
] as const satisfies readonly (keyof Rule & keyof RuleOnSensor)[]

/**
 * Leaves out the options that are as they were when the page was opened. The server keeps its own, which another browser,
 * or the switch in the list a moment before, may have changed since.
 */
function withoutUnchanged(input: RuleOnSensor, opened: Rule | undefined): RuleOnSensor {
  const isUnchanged = (option: (typeof OPTIONS)[number]) =>
    opened !== undefined && JSON.stringify(input[option]) === JSON.stringify(opened[option])
  const unchanged = new Set<string>(OPTIONS.filter(isUnchanged))
  const { where, kind, ...rest } = input
  return { where, kind, ...Object.fromEntries(Object.entries(rest).filter(([name]) => !unchanged.has(name))) }
}
