import type { RulePreview } from '@greenhouse/contract'
import { longestMs, messageCount, timesWords } from './preview-facts.ts'
import type { RuleDraft } from '../rule-draft.ts'
import { formatDuration } from '../../../lib/format-duration.ts'
import { formatNumber } from '../../../lib/format.ts'

interface PreviewNumbersProps {
  draft: RuleDraft
  preview: RulePreview
  now: number
}

export function PreviewNumbers({ draft, preview: { episodes, count, openSeconds }, now }: PreviewNumbersProps) {
  const repeatMinutes = draft.repeat === '' ? null : Number(draft.repeat)
  const messages = messageCount(episodes, { repeatMinutes, tellWhenOver: draft.tellWhenOver }, now)
  const lasted = (ms: number) => (episodes.length === 0 ? '–' : formatDuration(ms))
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4 lg:grid-cols-2 xl:grid-cols-4">
      <Fact name="Would have fired">{timesWords(count)}</Fact>
      <Fact name="In total">{lasted(openSeconds * 1000)}</Fact>
      <Fact name="Longest">{lasted(longestMs(episodes, now))}</Fact>
      <Fact name={repeatMinutes === null ? 'Messages' : 'Messages, unacknowledged'}>{formatNumber(messages, 0)}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="text-lg font-semibold first-letter:uppercase">{children}</dd>
    </div>
  )
}
