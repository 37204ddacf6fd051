import { useQuery } from '@tanstack/react-query'
import { useQueued } from '../../shared/queue/queue.ts'
import { WaitingRow } from '../../shared/queue/waiting-row.tsx'
import { taskList, tasksOfPlant } from '../../shared/task/task-queries.ts'
import { waitingFor } from '../../shared/task/waiting-tasks.ts'

/** Lists the acts on a plant that wait for the network. */
export function WaitingPanel({ plantId }: { plantId: string }) {
  const { data: tasks = [] } = useQuery(taskList)
  const waiting = waitingFor(useQueued(), plantId, tasksOfPlant(tasks, plantId))
  if (waiting.length === 0) return undefined
  return (
    <ul
      aria-label="Waiting for the network"
      className="mb-6 overflow-hidden rounded-card border border-line bg-surface shadow-panel"
    >
      {waiting.map((act) => (
        <li key={act.key} className="border-t border-line first:border-t-0">
          <WaitingRow act={act} className="px-4 py-1.5 sm:px-6" />
        </li>
      ))}
    </ul>
  )
}
