import { type CareKind, type Care, type Photo, type Plant, doneWords } from '@greenhouse/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { careLog } from './care-queries.ts'
import { ChoiceChips } from '../../shared/care/choice-chips.tsx'
import { useHousehold, useMay } from '../../shared/household/household-queries.ts'
import { useUser } from '../../shared/session/session-queries.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EntryDialogs, type AskedEntry } from './entry-dialogs.tsx'
import { LogEntry } from './log-entry.tsx'
import { Panel } from './panel.tsx'
import { EntryPhotos } from './photos/entry-photos.tsx'
import { photosOf } from './photos/photo-queries.ts'

interface LogPanelProps {
  plant: Plant
  now: number
  onAdd: () => void
  onShowPhoto: (photo: Photo) => void
  className?: string
}

/** Lists the work on a plant, the newest first. */
export function LogPanel({ plant, now, onAdd, onShowPhoto, className = '' }: LogPanelProps) {
  const [kind, setKind] = useState<CareKind>()
  const [asked, setAsked] = useState<AskedEntry>()
  const all = useInfiniteQuery(careLog(plant.plantId))
  const log = useInfiniteQuery(careLog(plant.plantId, kind))
  const mayAdd = useMay('carer')
  const kinds = kindsOf(all.data?.pages.flat() ?? [], kind)
  return (
    <Panel title="Care log" className={className}>
      {kinds.length > 1 && (
        <div className="px-4 pb-3 sm:px-6">
          <ChoiceChips
            legend="Show"
            hideLegend
            choices={[{ value: 'all', label: 'All' }, ...kinds.map((one) => ({ value: one, label: labelOf(one) }))]}
            chosen={kind ?? 'all'}
            onChoose={(chosen) => setKind(chosen === 'all' ? undefined : chosen)}
          />
        </div>
      )}
      <QueryState
        query={log}
        skeleton={<Skeleton className="m-4 h-40" />}
        failure="The care log could not be loaded."
        failureClassName="border-t border-line"
      >
        {({ pages }) => (
          <Entries
            entries={pages.flat()}
            plant={plant}
            now={now}
            onShowPhoto={onShowPhoto}
            onAdd={mayAdd && !plant.isDead ? onAdd : undefined}
            onAsk={setAsked}
          />
        )}
      </QueryState>
      {log.hasNextPage && (
        <div className="grid justify-items-center border-t border-line p-2">
          <Button variant="ghost" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            Show older
          </Button>
        </div>
      )}
      <EntryDialogs asked={asked} onClose={() => setAsked(undefined)} />
    </Panel>
  )
}

interface EntriesProps {
  entries: readonly Care[]
  plant: Plant
  now: number
  onAdd: (() => void) | undefined
  onShowPhoto: (photo: Photo) => void
  onAsk: (asked: AskedEntry) => void
}

function Entries({ entries, plant, now, onAdd, onShowPhoto, onAsk }: EntriesProps) {
  const { data: photos = [] } = useQuery(photosOf(plant.plantId))
  const userId = useUser()?.userId
  const role = useHousehold()?.role ?? 'viewer'
  if (entries.length === 0) {
    return (
      <EmptyState
        className="border-t border-line"
        title="Nothing logged yet."
        action={onAdd && <Button onClick={onAdd}>Add a note</Button>}
      >
        Watering and notes appear here.
      </EmptyState>
    )
  }
  return (
    <ul>
      {entries.map((entry) => (
        <LogEntry key={entry.careId} entry={entry} reader={{ userId, role, now }} onAsk={onAsk}>
          <EntryPhotos
            plant={plant}
            photos={photos.filter(({ careId }) => careId === entry.careId)}
            onShow={onShowPhoto}
          />
        </LogEntry>
      ))}
    </ul>
  )
}

/** Returns the kinds of these entries and the chosen one, in the order of their first entry. */
function kindsOf(entries: readonly Care[], chosen: CareKind | undefined): CareKind[] {
  return [...new Set([...entries.map(({ kind }) => kind), ...(chosen ? [chosen] : [])])]
}

function labelOf(kind: CareKind): string {
  if (kind === 'note') return 'Notes'
  if (kind === 'photo') return 'Photos'
  return kind === 'custom' ? 'Own' : doneWords({ kind, label: '' })
}
