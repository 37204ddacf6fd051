import type { Episode } from '@greenhouse/contract'
import { useRef } from 'react'
import { Link } from 'wouter'
import { classes } from '../../lib/classes.ts'
import { WHOLE_ROW } from '../../shared/episode/episode-parts.tsx'
import { RULES_PATH } from '../../shared/rule/rule-queries.ts'
import { useIsLinked } from './linked-alert.tsx'

interface AlertTitleProps {
  episode: Episode
  /** It and the alerts that its row joins. */
  all?: readonly Episode[]
  className?: string
}

/**
 * Names an alert and its place: `High temperature Tomato house`. Links to its rule or reminder. Frames its row if the
 * address names it.
 */
export function AlertTitle({ episode, all = [episode], className }: AlertTitleProps) {
  const { kind, name, text, ruleName } = episode
  const count = all.length
  const link = useRef<HTMLAnchorElement>(null)
  const words = useRef<HTMLSpanElement>(null)
  const to = pathOf(episode)
  const title =
    kind === 'note' ? (
      <bdi>{text?.trim() || name}</bdi>
    ) : kind === 'due' ? (
      <>
        <bdi>{name}</bdi> <span className="font-normal text-ink-soft">needs water</span>
      </>
    ) : (
      <>
        <bdi>{ruleName === '' ? titleOf(episode) : ruleName}</bdi>
        {count > 1 && <span className="sr-only">, {count} times</span>}{' '}
        <bdi className="font-normal text-ink-soft">{name}</bdi>
      </>
    )
  const isLinked = useIsLinked(all, to === undefined ? words : link)
  const frame = isLinked && (
    <span aria-hidden className="pointer-events-none absolute inset-0 outline-2 -outline-offset-2 outline-leaf" />
  )
  if (to === undefined)
    return (
      <span ref={words} tabIndex={isLinked ? -1 : undefined} className={classes('break-words', className)}>
        {title}
        {frame}
      </span>
    )
  return (
    <Link ref={link} to={to} className={classes('break-words', WHOLE_ROW, className)}>
      {title}
      {frame}
    </Link>
  )
}

function pathOf({ ruleId, plantConditionId }: Episode): string | undefined {
  if (ruleId !== null) return RULES_PATH
  return plantConditionId === null ? undefined : '/myalertcondition'
}

const OWN_TITLES: Readonly<Record<string, string>> = {
  'soilMoisture below': 'Dry soil',
  'battery below': 'Low battery',
}

/** Returns `High temperature`, `Dry soil` or `Silent device`. */
export function titleOf({ kind, metric, label }: Pick<Episode, 'kind' | 'metric' | 'label'>): string {
  if (kind === 'silent') return label === null ? 'Silent device' : `${label} is silent`
  const own = OWN_TITLES[`${metric} ${kind}`]
  if (own !== undefined) return own
  const what = lowerFirst(label ?? 'value')
  if (kind === 'above') return `High ${what}`
  if (kind === 'below') return `Low ${what}`
  return kind === 'changing' ? `Changing ${what}` : `${label ?? 'Value'} out of range`
}

/** Keeps `CO₂` and `PM2.5` as they are. */
function lowerFirst(label: string): string {
  return /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}
