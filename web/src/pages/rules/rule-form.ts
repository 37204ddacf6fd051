import { DUPLICATE_RULE } from '@greenhouse/contract'
import { useLocation } from 'wouter'
import { failureMessage } from '../../lib/failure-message.ts'
import { RULES_PATH } from '../../shared/rule/rule-queries.ts'
import { toast } from '../../ui/toast.ts'
import { useForm, type Form } from '../../ui/use-form.ts'
import { useSaveRule } from './condition-mutations.ts'
import { parseRule } from './parse-rule.ts'
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
  const save = useSaveRule(reader.before?.ruleId)
  return useForm({
    initial: first,
    parse: (draft) => parseRule(complete(draft), reader),
    async onSubmit(input) {
      await save.mutateAsync(input)
      toast.success(reader.before ? 'Device condition updated' : 'Device condition created')
      onSaved()
      navigate(RULES_PATH)
    },
    otherwise: (error) => ({
      notice: error.code === 'rule.duplicate' ? DUPLICATE_RULE : failureMessage(error) || 'Error creating condition',
    }),
  })
}
