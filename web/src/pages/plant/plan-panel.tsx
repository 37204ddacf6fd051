import { dateIn, MINUTE_MS, type Plant } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useHousehold, useMay } from '../../shared/household/household-queries.ts'
import { taskList, tasksOfPlant } from '../../shared/task/task-queries.ts'
import { LazyTaskSheet } from '../../shared/task/lazy-task-sheet.tsx'
import type { EditedTask } from '../../shared/task/task-sheet.tsx'
import { browserTimeZone } from '../../lib/time-zone.ts'
import { useNow } from '../../lib/use-now.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Button } from '../../ui/button.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Panel } from './panel.tsx'
import { isWaiting } from '../../shared/queue/queued-act.ts'
import { useQueued } from '../../shared/queue/queue.ts'
import { settles } from '../../shared/task/waiting-tasks.ts'
import { PlanRow } from './plan-row.tsx'
import { useDoneTask } from './use-done-task.ts'

interface PlanPanelProps {
  plant: Plant
  onWater: () => void
  className?: string
}

/** The tasks of the plant, which gardeners change. */
export function PlanPanel({ plant, onWater, className = '' }: PlanPanelProps) {
  const tasks = useQuery(taskList)
  const household = useHousehold()
  const waiting = useQueued().filter(isWaiting)
  const [edited, setEdited] = useState<EditedTask>()
  const isOnline = useOnline()
  const [mayDo, mayPlan] = [useMay('carer'), useMay('gardener')]
  const zone = household?.timeZone ?? browserTimeZone()
  const today = dateIn(useNow(MINUTE_MS), zone)
  const done = useDoneTask(plant.plantName, zone)
  const add = mayPlan && !plant.isDead && (
    <Button dense disabled={!isOnline} onClick={() => setEdited({ plantId: plant.plantId })}>
      <Plus aria-hidden className="size-4" />
      Add to the plan
    </Button>
  )
  return (
    <Panel title="Care plan" aside={add} className={className}>
      <QueryState
        query={tasks}
        skeleton={<Skeleton className="m-4 h-24" />}
        failure="The care plan could not be loaded."
        failureClassName="border-t border-line"
      >
        {(all) => {
          const own = tasksOfPlant(all, plant.plantId)
          if (own.length === 0) return <NoTasks isDead={plant.isDead} />
          return (
            <ul>
              {own.map((task) => (
                <PlanRow
                  key={task.taskId}
                  task={task}
                  today={today}
                  waits={waiting.some((act) => settles(act, task))}
                  people={household?.people ?? []}
                  onOpen={mayPlan && isOnline ? () => setEdited({ task }) : undefined}
                  onDone={mayDo && !plant.isDead ? () => (task.kind === 'water' ? onWater() : done(task)) : undefined}
                />
              ))}
            </ul>
          )
        }}
      </QueryState>
      <LazyTaskSheet edited={edited} onClose={() => setEdited(undefined)} />
    </Panel>
  )
}

function NoTasks({ isDead }: { isDead: boolean }) {
  return (
    <p className="border-t border-line px-4 py-5 text-ink-soft sm:px-6">
      {isDead ? 'Nothing is planned.' : 'Nothing is planned yet.'}
    </p>
  )
}
