import { lazy, Suspense, useState } from 'react'
import type { TaskSheetProps } from './task-sheet.tsx'

const TaskSheet = lazy(async () => ({ default: (await import('./task-sheet.tsx')).TaskSheet }))

/** Loads the form of a plan, and the tasks of the household that it needs, once it is opened. */
export function LazyTaskSheet(props: TaskSheetProps) {
  const [isUsed, setUsed] = useState(false)
  if (props.edited !== undefined && !isUsed) setUsed(true)
  return <Suspense>{isUsed && <TaskSheet edited={props.edited} onClose={props.onClose} />}</Suspense>
}
