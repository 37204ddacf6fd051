import { DAY_MS, type Rule } from '@greenhouse/contract'
import type { Db } from '../../platform/db/schema.ts'
import { openTimes } from './open-times-store.ts'

interface Fired {
  count: number
  openMs: number
  until: number
}

/** Returns rules with the number of their episodes in the last days, and how long any of them was open. */
export async function withFired(
  db: Db,
  rules: readonly Rule[],
  { householdId, days, now }: { readonly householdId: string; readonly days: number; readonly now: number },
): Promise<Rule[]> {
  const fired = new Map<string, Fired>()
  for await (const { ruleId, from, to } of openTimes(db, householdId, { from: now - days * DAY_MS, before: now })) {
    if (ruleId === null) continue
    const known = fired.get(ruleId) ?? { count: 0, openMs: 0, until: 0 }
    fired.set(ruleId, {
      count: known.count + 1,
      // A rule on any device may have several at once.
      openMs: known.openMs + Math.max(to - Math.max(from, known.until), 0),
      until: Math.max(to, known.until),
    })
  }
  return rules.map((rule) => {
    const { count, openMs } = fired.get(rule.ruleId) ?? { count: 0, openMs: 0 }
    return { ...rule, firedCount: count, firedSeconds: Math.round(openMs / 1000) }
  })
}
