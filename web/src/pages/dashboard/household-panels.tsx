import type { Plant, Today } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { adviceQuery } from '../../shared/place/advice-queries.ts'
import type { Query } from '../../ui/query-state.tsx'
import { ErrorState } from '../../ui/error-boundary.tsx'
import { Button } from '../../ui/button.tsx'
import type { Attention } from './attention.ts'
import { AttentionPanel } from './attention-panel.tsx'
import type { DaySoFar } from './first-day.ts'
import { FirstStepsPanel } from './first-steps-panel.tsx'
import { JumpChips } from './jump-chips.tsx'
import { Panel } from './panel.tsx'
import { ToDoPanel } from './to-do-panel.tsx'

interface HouseholdPanelsProps {
  attention: Attention
  /** The number of tasks that are due. */
  due: number
  today: Query<Today>
  plants: readonly Plant[]
  /** Undefined after the first day of a household. */
  firstDay: DaySoFar | undefined
  /** Undefined for all places. */
  placeId: string | undefined
  celsius: boolean
  now: number
}

/** Loaded beside its data, after the first paint. */
export function HouseholdPanels(props: HouseholdPanelsProps) {
  const { attention, due, today, plants, firstDay, placeId, celsius, now } = props
  return (
    <>
      <JumpChips due={due} attention={attention} />
      <AttentionPanel attention={attention} celsius={celsius} now={now} />
      <OldForecast />
      {firstDay && <FirstStepsPanel day={firstDay} plants={plants} celsius={celsius} now={now} />}
      {today.data ? <ToDoPanel key={placeId} today={today.data} /> : <NoTasks onRetry={() => void today.refetch()} />}
    </>
  )
}

/** Frost may come without advice. */
function OldForecast() {
  const { data, isError } = useQuery({ ...adviceQuery, select: ({ isStale }) => isStale })
  const isMissing = isError && data === undefined
  if (data !== true && !isMissing) return undefined
  return (
    <p className="text-sm text-sun-ink">
      {isMissing
        ? 'The advice on frost could not be loaded.'
        : 'The forecast is more than 12 hours old: there is no advice on frost.'}
    </p>
  )
}

function NoTasks({ onRetry }: { onRetry: () => void }) {
  return (
    <Panel id="to-do" title="To do">
      <ErrorState message="Your tasks could not be loaded." action={<Button onClick={onRetry}>Try again</Button>} />
    </Panel>
  )
}
