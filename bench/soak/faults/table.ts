import type { Row } from './rows.ts'
import type { Outcome } from './run.ts'

export const HEAD = [
  '| Group | Acknowledged | Lost | Doubled | Foreign | Episodes | Webhook messages | Messages doubled | Live frames missed | Longest wait of a reading |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
].join('\n')

/** Returns the row of the table for an outcome, in Markdown. */
export function tableRow(
  { title }: Pick<Row, 'title'>,
  { counts, waits, rounds }: Pick<Outcome, 'counts' | 'waits' | 'rounds'>,
): string {
  const { acknowledged, unanswered, lost, doubled, foreign, episodes, messages, frames, framesMissed } = counts
  const cells = [
    rounds > 1 ? `${title}, ${rounds} times` : title,
    `${acknowledged}${unanswered > 0 ? ` (${unanswered} never answered)` : ''}`,
    lost,
    doubled,
    foreign,
    ofExpected(episodes),
    ofExpected(messages),
    `${messages.doubled}${messages.again > 0 ? ` (same id again: ${messages.again})` : ''}`,
    `${framesMissed} (${frames} frames)`,
    waitsIn(waits),
  ]
  return `| ${cells.join(' | ')} |`
}

function ofExpected({ expected, missing, surplus }: { expected: number; missing: number; surplus: number }): string {
  return `${expected - missing} of ${expected}${surplus > 0 ? ` and ${surplus} more` : ''}`
}

/** One for each fault, or the longest of many. */
const WAITS_MAX = 8

function waitsIn(waits: Outcome['waits']): string {
  const seconds = waits.map(([, ms]) => (ms / 1000).toFixed(1))
  if (waits.length <= WAITS_MAX) return `${seconds.join('; ')} s`
  const [name, ms] = waits.reduce((longest, one) => (one[1] > longest[1] ? one : longest))
  return `${(ms / 1000).toFixed(1)} s (${name}; ${waits.length} faults)`
}
