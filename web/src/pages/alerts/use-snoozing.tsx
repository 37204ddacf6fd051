import type { Task } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { randomId } from '../../lib/random-id.ts'
import { useHousehold } from '../../shared/household/household-queries.ts'
import { useSkip, useSnooze } from '../../shared/task/task-mutations.ts'
import { taskList } from '../../shared/task/task-queries.ts'
import { toastFailure } from '../../ui/toast-failure.ts'

const TaskMenu = lazy(async () => ({ default: (await import('../../shared/task/task-menu.tsx')).TaskMenu }))
const ZONE_OF_NONE = 'UTC'

interface Asked {
  readonly taskId: string
  readonly name: string
}

/** Snoozes the task of a due plant in the menu of tasks. Render `menu` on the page. */
export function useSnoozing(): { open: (asked: Asked) => void; menu: ReactNode } {
  const [asked, setAsked] = useState<Asked>()
  const [isUsed, setUsed] = useState(false)
  const household = useHousehold()
  const { data: tasks } = useQuery({ ...taskList, enabled: asked !== undefined })
  const [snooze, skip] = [useSnooze(), useSkip()]
  const words = `Water ${asked?.name ?? ''}`
  const close = () => setAsked(undefined)
  return {
    open: (next) => {
      setUsed(true)
      setAsked(next)
    },
    menu: (
      <Suspense>
        {isUsed && (
          <TaskMenu
            task={asked && tasks?.find(({ taskId }) => taskId === asked.taskId)}
            words={words}
            zone={household?.timeZone ?? ZONE_OF_NONE}
            onSnooze={({ taskId }: Task, until) => {
              const act = { key: randomId(), taskId, label: `${words}, snoozed`, until: new Date(until).toISOString() }
              snooze.mutate(act, { onError: toastFailure })
              close()
            }}
            onSkip={({ taskId }: Task) => {
              skip.mutate({ careId: randomId(), taskId, label: `${words}, skipped` }, { onError: toastFailure })
              close()
            }}
            onClose={close}
          />
        )}
      </Suspense>
    ),
  }
}
