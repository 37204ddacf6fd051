import { dateIn, taskKinds, type Care, type Subject, type Today } from '@greenhouse/contract'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { setLastWatered } from '../shared/queue/use-perform.ts'
import { queryKeys, refetchOutdated } from '../shared/query-keys.ts'
import { changeToday, replaceTasks } from '../shared/task/task-cache.ts'
import type { CareMessage } from '../shared/care/heard-care.ts'

type Pages = InfiniteData<Care[], string | undefined>

/**
 * Writes acts of care into the lists that show them. Returns the subjects that have to be fetched after all.
 * @param zone that of the household, in which its days begin
 */
export function applyCare(client: QueryClient, message: CareMessage, zone: string): Subject[] {
  const { care, removed, tasks, watered } = message
  const outdated = [...onTheirWay(client)]
  if (tasks.some(({ taskId }) => isNext(client, taskId))) outdated.push('tasks')
  replaceTasks(client, tasks)
  setLastWatered(client, Object.fromEntries(watered.map(({ plantId, lastWatered }) => [plantId, lastWatered])))
  changeToday(client, (today, isWithin) => {
    const done = care.filter((entry) => isDoneOn(entry, today.date, zone) && isWithin(entry))
    return { ...today, done: withEntries(today.done, done, removed) }
  })
  if (!applyToLogs(client, message)) outdated.push('care')
  if (watered.length > 0) void refetchOutdated(client, [queryKeys.waterings.all])
  if (care.some(({ kind }) => kind === 'note')) void refetchOutdated(client, [queryKeys.notes.all])
  return outdated
}

/** Returns subjects whose lists are being fetched: the replies may be older than the message. */
function onTheirWay(client: QueryClient): Subject[] {
  const lists = { tasks: queryKeys.tasks.all, care: queryKeys.care.all, plants: queryKeys.plants }
  return (['tasks', 'care', 'plants'] as const).filter(
    (subject) => client.isFetching({ queryKey: lists[subject], exact: subject === 'plants' }) > 0,
  )
}

/** Only the server knows which task follows the next one. */
function isNext(client: QueryClient, id: string): boolean {
  const all = client.getQueriesData<Today>({ queryKey: queryKeys.tasks.today })
  return all.some(([, today]) => today?.next?.taskId === id)
}

function isDoneOn({ kind, at }: Care, date: string, zone: string): boolean {
  return taskKinds.some((one) => one === kind) && dateIn(Date.parse(at), zone) === date
}

/** Returns false when a log has to be fetched again: what is older than its first page, or undone, may move its pages. */
function applyToLogs(client: QueryClient, { care, removed }: CareMessage): boolean {
  let isWhole = true
  for (const [queryKey, log] of client.getQueriesData<Pages | Care[]>({ queryKey: queryKeys.care.all })) {
    const [, of] = queryKey as ReturnType<typeof queryKeys.care.of>
    const { plantId, kind } = of
    const ofPlant = care.filter((entry) => plantId === undefined || entry.plantId === plantId)
    const own = ofPlant.filter((entry) => kind === undefined || entry.kind === kind)
    if (!log) continue
    const [first = [], ...more] = Array.isArray(log) ? [log] : log.pages
    const oldest = first.at(-1)?.at ?? ''
    isWhole &&= removed.length === 0 && own.every(({ at }) => at >= oldest)
    const page = withEntries(first, own, [])
    client.setQueryData(queryKey, Array.isArray(log) ? page : { ...log, pages: [page, ...more] })
  }
  return isWhole
}

/** Newest first. */
function withEntries(known: readonly Care[], entries: readonly Care[], removed: readonly string[]): Care[] {
  const gone = new Set([...removed, ...entries.map(({ careId }) => careId)])
  return [...known.filter(({ careId }) => !gone.has(careId)), ...entries].toSorted(
    (one, other) => other.at.localeCompare(one.at) || other.careId.localeCompare(one.careId),
  )
}
