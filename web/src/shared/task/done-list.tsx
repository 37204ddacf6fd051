import { doneWords, type Care } from '@greenhouse/contract'
import { formatList, formatTime } from '../../lib/format.ts'
import type { TaskBoard } from './task-board.tsx'

interface DoneListProps {
  /** Newest first. */
  done: readonly Care[]
  subjectOf: TaskBoard['subjectOf']
}

/** Lists work of a day in its order: time, what, who. Entries of one request are one line. */
export function DoneList({ done, subjectOf }: DoneListProps) {
  return (
    <ul aria-label="Done today" className="grid gap-2">
      {batchesOf(done)
        .toReversed()
        .map((entries) => (
          <DoneRow key={entries[0].careId} entries={entries} subjectOf={subjectOf} />
        ))}
    </ul>
  )
}

type Batch = readonly [Care, ...Care[]]

function DoneRow({ entries, subjectOf }: { entries: Batch; subjectOf: TaskBoard['subjectOf'] }) {
  const [first] = entries
  const names = entries.flatMap(({ plantId, placeId }) => subjectOf({ kind: 'custom', plantId, placeId }).name ?? [])
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-3 text-sm">
      <time dateTime={first.at} className="text-ink-soft">
        {formatTime(first.at)}
      </time>
      <span className="truncate">
        {doneWords(first)}
        {names.length > 0 && (
          <>
            {first.kind === 'custom' || first.kind === 'note' ? ', ' : ' '}
            <bdi>{formatList(names)}</bdi>
          </>
        )}
      </span>
      <span className="max-w-24 truncate text-ink-soft">
        <span className="sr-only">by </span>
        <bdi>{first.by.name}</bdi>
      </span>
    </li>
  )
}

/** Groups neighbouring entries of one request. */
export function batchesOf(done: readonly Care[]): Batch[] {
  const byBatch = Map.groupBy(done, ({ batchId, careId }) => batchId ?? careId)
  return [...byBatch.values()].flatMap(([first, ...others]) => (first ? [[first, ...others] as const] : []))
}
