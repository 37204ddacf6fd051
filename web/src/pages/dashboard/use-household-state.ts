import type { Device, Episode, Place, Plant, Series, Today } from '@greenhouse/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { adviceQuery } from '../../shared/place/advice-queries.ts'
import { openEpisodes } from '../../shared/episode/episode-queries.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import { useQueued } from '../../shared/queue/queue.ts'
import { usePlace } from '../../shared/place/use-place.ts'
import { newestTimeOf } from '../../shared/series/newest-values.ts'
import { groupTasks } from '../../shared/task/task-groups.ts'
import { withoutWaiting } from '../../shared/task/waiting-tasks.ts'
import { answerOf, type Answer } from './answer.ts'
import { attentionOf, type Attention } from './attention.ts'
import { useSince } from './use-since.ts'

interface Parts {
  readonly devices: UseQueryResult<Device[]>
  readonly series: UseQueryResult<Series[]>
  readonly plants: UseQueryResult<Plant[]>
  readonly today: UseQueryResult<Today>
  /** Undefined for all places. */
  readonly place: Place | undefined
  readonly coldest: string | undefined
  /** The first reading of a household on its first day; milliseconds since 1970. */
  readonly first: number | undefined
  readonly now: number
}

export interface HouseholdState {
  readonly attention: Attention
  /** Tasks that are overdue or due today. */
  readonly due: number
  readonly answer: Answer | undefined
  /** Whether all parts are loaded, or can't be. */
  readonly isSettled: boolean
}

/** Combines devices, alerts and tasks of the place on the screen. */
export function useHouseholdState({ plants, today, place, coldest, first, now, ...parts }: Parts): HouseholdState {
  const isViewer = !useMay('carer')
  const open = useQuery(openEpisodes)
  const { inPlace } = usePlace()
  const [devices, series] = [parts.devices.data, parts.series.data]
  const within = new Set([
    ...(devices ?? []).map(({ deviceId }) => deviceId),
    ...(plants.data ?? []).map((one) => one.plantId),
  ])
  const isInPlace = ({ deviceId, plantId }: Episode) => place === undefined || within.has(deviceId ?? plantId ?? '')
  const sent = (devices ?? []).map((device) => ({ ...device, time: newestTimeOf(series ?? [], device.deviceId) }))
  const advice = useQuery({ ...adviceQuery, select: (all) => inPlace(all.advice) })
  const episodes = (open.data ?? []).filter(isInPlace)
  const attention = attentionOf(
    episodes,
    series ? sent : [],
    now,
    advice.data?.filter((one) => Date.parse(one.endsAt) > now),
  )
  const queued = useQueued()
  const groups = today.data && groupTasks(withoutWaiting(today.data.tasks, queued), today.data.date)
  const isLoaded = devices !== undefined && series !== undefined && open.data !== undefined && isSettled(today)
  const since = useSince({
    open: open.data?.length ?? 0,
    enabled: isLoaded && devices.length > 0 && attention.unanswered === 0,
    isInPlace,
    devices: sent,
    first,
  })
  const answer = answerOf({
    devices: sent.length,
    silent: attention.silent,
    things: attention.unanswered,
    overdue: groups?.overdue.length ?? 0,
    since: since.since,
    coldest,
    isViewer,
    now,
  })
  return {
    attention,
    due: groups ? groups.overdue.length + groups.today.length : 0,
    answer: isLoaded && since.isKnown ? answer : undefined,
    isSettled: [open, today, parts.devices, parts.series].every(isSettled),
  }
}

/** A query that is tried again, or waits for a network, keeps nobody waiting. */
function isSettled({ isPending, failureCount, fetchStatus }: UseQueryResult): boolean {
  return !isPending || failureCount > 0 || fetchStatus === 'paused'
}
