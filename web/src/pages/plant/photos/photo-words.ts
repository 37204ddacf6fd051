import { daysBetween, type Photo, type Plant } from '@greenhouse/contract'
import { toCalendarDate } from '../../../lib/dates.ts'
import { formatDate } from '../../../lib/format.ts'
import { shortDate } from '../../../lib/short-date.ts'

/** Returns `day 96` since the plant was planted; undefined for a plant without that date, and for a photo before it. */
export function dayWords({ planted }: Plant, { takenAt }: Pick<Photo, 'takenAt'>): string | undefined {
  if (planted === null) return undefined
  const days = daysBetween(toCalendarDate(planted), toCalendarDate(takenAt))
  return days < 0 ? undefined : `day ${days}`
}

/** Returns `16/06`, with the year for one of another year. */
export function takenOn({ takenAt }: Pick<Photo, 'takenAt'>, now: number): string {
  return shortDate(toCalendarDate(takenAt), toCalendarDate(now))
}

/** Returns `16/06/2026, day 96`. */
export function photoTitle(plant: Plant, photo: Photo): string {
  return [formatDate(photo.takenAt), dayWords(plant, photo)].filter((words) => words !== undefined).join(', ')
}
