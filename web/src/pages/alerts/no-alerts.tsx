import { useQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { Link } from 'wouter'
import { isOnAnyDevice } from '../../shared/rule/any-device.ts'
import { ruleList } from '../../shared/rule/rule-queries.ts'
import type { AlertFilter } from '../../shared/query-keys.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RULES_PATH } from '../../shared/rule/rules-path.ts'

export function NoAlerts({ filter }: { filter: AlertFilter }) {
  const { data: rules = [] } = useQuery(ruleList)
  // The default rule of each account does not count.
  const on = rules.every(isOnAnyDevice) ? 0 : rules.filter(({ isOn }) => isOn).length
  const isNarrowed = filter.deviceId !== undefined || filter.severity !== undefined
  return (
    <EmptyState
      icon={<BellOff aria-hidden />}
      title="No alerts found"
      action={
        <Link to={RULES_PATH} className={buttonClass({ variant: 'soft' })}>
          {on > 0 ? 'See rules' : 'Set up conditions'}
        </Link>
      }
    >
      {isNarrowed
        ? 'No alerts of this kind. Choose another device or severity.'
        : filter.year !== undefined
          ? `No alerts in ${filter.year}.`
          : on > 0
            ? `No alerts. ${on === 1 ? 'One rule is' : `${on} rules are`} on.`
            : 'Alerts appear here when a reading crosses one of your limits or a plant is due.'}
    </EmptyState>
  )
}
