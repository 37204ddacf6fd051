import { DAY_MS, taskWords, type TaskKind } from '@greenhouse/contract'

/** The text of the one entry for so many alerts that nobody would read them one by one. */
export function manyText(count: number): string {
  const came = count === 1 ? 'One more alert came' : `${count} more alerts came`
  return `${came} within the same minute, too many to list one by one. Look at your alert conditions.`
}

interface Due {
  readonly kind: TaskKind
  readonly label: string
  readonly plantId: string | null
  readonly subject: string
  readonly lastDoneAt: number | null
}

/** The text of an alert about a due task: `Sweet basil needs water. It was last watered 7 days ago.` */
export function dueText({ kind, label, plantId, subject, lastDoneAt }: Due, now: number): string {
  const isWater = kind === 'water' && plantId !== null
  const need = isWater ? `${subject} needs water.` : `${taskWords({ kind, label, subject })} is due.`
  const done = isWater ? 'watered' : 'done'
  if (lastDoneAt === null) return `${need} It has not been ${done} yet.`
  const days = Math.floor((now - lastDoneAt) / DAY_MS)
  if (days < 1) return `${need} It was last ${done} today.`
  return `${need} It was last ${done} ${days === 1 ? 'a day' : `${days} days`} ago.`
}
