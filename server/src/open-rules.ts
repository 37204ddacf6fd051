import type { AppendedGroup } from '@greenhouse/timeseries'
import { gatherGroups } from './cluster/gathered-groups.ts'
import { openAlerting, type Alerting } from './features/alerts/evaluator/evaluate-rules.ts'
import { IN_CLUSTER } from './features/alerts/evaluator/evaluator-options.ts'
import { openRuleWork, type RuleWork } from './features/alerts/evaluator/rule-work.ts'
import type { NotificationQueue } from './features/alerts/episodes/notification-queue.ts'
import { costOfEvaluations } from './ingest/message-cost.ts'
import type { MessageRateLimits } from './ingest/message-rate-limits.ts'
import type { Foundation } from './open-foundation.ts'
import type { Ownership } from './platform/ownership.ts'

export interface Rules {
  readonly alerting: Alerting
  readonly rules: RuleWork
}

/** Opens the evaluation of rules, and begins it on the partitions that this process owns. */
export async function openRules(
  { context, devices, sharedLog, tracing }: Foundation,
  notifications: NotificationQueue,
  { ownership, rateLimits }: { readonly ownership: Ownership; readonly rateLimits: MessageRateLimits },
): Promise<Rules> {
  const alerting = openAlerting({ ...context, notifications })
  const opened = await openRuleWork({
    ...context,
    alerting,
    devices,
    onEvaluated: (householdId, evaluations) => rateLimits.chargePerson(householdId, costOfEvaluations(evaluations)),
    ...(sharedLog ? IN_CLUSTER : {}),
  })
  const consume = tracing.followed('rules.evaluated', (group: AppendedGroup) => opened.consume(group))
  const traced: RuleWork = { ...opened, consume }
  const rules = sharedLog ? gatherGroups(traced) : traced
  await ownership.onOwnershipChanged(rules)
  return { alerting, rules }
}
