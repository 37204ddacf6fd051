import type { Place } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Sprout } from 'lucide-react'
import { Link } from 'wouter'
import { useMay } from '../../shared/household/household-queries.ts'
import { firedRules, RULES_PATH } from '../../shared/rule/rule-queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Says that there never was an alert, and what would bring one. */
export function NoAlertsYet() {
  const { data: rules } = useQuery(firedRules)
  const maySetUp = useMay('gardener')
  const on = rules?.filter(({ isOn }) => isOn).length ?? 0
  return (
    <div className="rounded-card border border-line bg-surface shadow-panel">
      <EmptyState
        icon={<Sprout aria-hidden />}
        title="No alerts found"
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {rules && (on > 0 || !maySetUp) && (
              <Link to={RULES_PATH} className={buttonClass({ variant: 'soft' })}>
                See rules
              </Link>
            )}
            {rules && on === 0 && maySetUp && (
              <Link to="/rules/new" className={buttonClass({ variant: 'soft' })}>
                Add a rule
              </Link>
            )}
            <Link to="/notifications" className="inline-flex min-h-11 items-center px-3 font-medium">
              Set up a channel
            </Link>
          </div>
        }
      >
        {rules ? `${onWords(on)}. When one` : 'When a rule'} is broken, it stands here and reaches you by the channels
        you set up.
      </EmptyState>
    </div>
  )
}

function onWords(count: number): string {
  if (count === 0) return 'No rule is on'
  return count === 1 ? 'One rule is on' : `${count} rules are on`
}

/** Says that the filter finds nothing. */
export function NothingFound({ place, words }: { place: Place | undefined; words: string }) {
  return (
    <div className="rounded-card border border-line bg-surface shadow-panel">
      <EmptyState title="No alerts found">
        {words === '' && place ? `No alerts in ${place.name}.` : `${words}.`}
      </EmptyState>
    </div>
  )
}

export function NoneOpen({ words }: { words: string }) {
  return (
    <section
      aria-label="Open"
      className="flex items-center gap-4 rounded-card border border-line bg-surface px-4 py-4 shadow-panel sm:px-6"
    >
      <CircleCheck aria-hidden className="size-5 shrink-0 text-ok" />
      <div>
        <h2 className="font-sans text-md font-semibold tracking-normal">None open</h2>
        {words !== '' && <p className="text-sm text-ink-soft">{words}</p>}
      </div>
    </section>
  )
}
