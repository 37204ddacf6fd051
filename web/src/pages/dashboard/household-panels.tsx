import type { Today } from '@greenhouse/contract'
import type { Query } from '../../ui/query-state.tsx'
import { Button } from '../../ui/button.tsx'
import type { Attention } from './attention.ts'
import { AttentionPanel } from './attention-panel.tsx'
import { Panel } from './panel.tsx'
import { ToDoPanel } from './to-do-panel.tsx'

interface HouseholdPanelsProps {
  attention: Attention
  today: Query<Today>
  /** Undefined for all places. */
  placeId: string | undefined
  celsius: boolean
  now: number
}

/** Loaded beside its data, after the first paint. */
export function HouseholdPanels({ attention, today, placeId, celsius, now }: HouseholdPanelsProps) {
  return (
    <>
      <AttentionPanel attention={attention} celsius={celsius} now={now} />
      {today.data ? <ToDoPanel key={placeId} today={today.data} /> : <NoTasks onRetry={() => void today.refetch()} />}
    </>
  )
}

function NoTasks({ onRetry }: { onRetry: () => void }) {
  return (
    <Panel id="to-do" title="To do">
      <div className="grid justify-items-start gap-3 border-t border-line px-4 py-4 sm:px-5">
        <p className="text-ink-soft">Your tasks could not be loaded.</p>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </Panel>
  )
}
