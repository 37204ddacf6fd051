import type { Rule } from '@greenhouse/contract'
import { failureMessage } from '../../lib/failure-message.ts'
import { toast } from '../../ui/toast.ts'
import { Track } from '../../ui/toggle.tsx'
import { useChangeRules } from './rule-queries.ts'

/** Turns rules on and off together. */
export function RuleSwitch({ rules, name }: { rules: readonly Rule[]; name: string }) {
  const change = useChangeRules(rules.map(({ ruleId }) => ruleId))
  const isOn = (change.isPending ? change.variables.isOn : undefined) ?? rules.some((rule) => rule.isOn)
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={name}
      title={isOn ? 'On' : 'Off'}
      onClick={() =>
        !change.isPending &&
        change.mutate({ isOn: !isOn }, { onError: (error) => void toast.error(failureMessage(error)) })
      }
      className="grid min-h-11 min-w-11 place-items-center rounded-control"
    >
      <Track on={isOn} />
    </button>
  )
}
