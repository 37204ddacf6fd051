import { DAY_MS } from '@greenhouse/contract'

/** The text of the one entry for so many alerts that nobody would read them one by one. */
export function manyText(count: number): string {
  const came = count === 1 ? 'One more alert came' : `${count} more alerts came`
  return `${came} within the same minute, too many to list one by one. Look at your alert conditions.`
}

/** The text of an alert about a plant that is due: `Sweet basil needs water. It was last watered 7 days ago.` */
export function dueText(plantName: string, lastWateredAt: number | null, now: number): string {
  if (lastWateredAt === null) return `${plantName} needs water. It has not been watered yet.`
  const days = Math.floor((now - lastWateredAt) / DAY_MS)
  if (days < 1) return `${plantName} needs water. It was last watered today.`
  return `${plantName} needs water. It was last watered ${days === 1 ? 'a day' : `${days} days`} ago.`
}
