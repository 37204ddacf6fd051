import type { Task } from '@greenhouse/contract'
import type { TurnedTask } from './use-turned-tasks.ts'

export interface RowActs {
  readonly done: (task: Task) => void
  readonly snooze: (task: Task, until: number) => void
  readonly openMenu: (task: Task) => void
  readonly undo: (turned: TurnedTask) => void
  readonly close: (turned: TurnedTask) => void
  readonly remove: (turned: TurnedTask) => void
}
