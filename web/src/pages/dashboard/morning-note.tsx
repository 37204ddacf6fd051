import type { Channel, Household, MorningFact, MorningFactKind } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Bell, CircleSlash, CloudRain, Check, Moon, Snowflake, ThermometerSun, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { toCalendarDate } from '../../lib/dates.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { channelList } from '../../shared/channel/channel-queries.ts'
import { deviceList } from '../../shared/device/device-queries.ts'
import { alertPath } from '../../shared/episode/episode-parts.tsx'
import { historiesQuery } from '../../shared/history/history-queries.ts'
import { sensorKey } from '../../shared/history/history-series.ts'
import { inMs, SPARKLINE_POINTS } from '../../shared/history/time-range.ts'
import { useHousehold } from '../../shared/household/household-queries.ts'
import { useEditMember } from '../../shared/household/member-mutations.ts'
import { PlantDrawing } from '../../shared/plant/plant-drawing.tsx'
import { plantList } from '../../shared/plant/plant-queries.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import { useUser } from '../../shared/session/session-queries.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { Toggle } from '../../ui/toggle.tsx'
import { Curve } from './curve.tsx'
import { hideMorning, isMorning, morningQuery } from './morning.ts'
import { jumpTo } from './panel.tsx'

/** Of a person who has switched off the list of tasks. */
const USUAL_HOUR = '07:00'

/** Up to three facts of the morning, each with its picture and one link. Reserves its space while loading. */
export function MorningNote({ now }: { now: number }) {
  const { data: note, isError } = useQuery(morningQuery)
  const [isHidden, setHidden] = useState(false)
  if (isHidden || isError || !isMorning(now)) return undefined

  function hide() {
    hideMorning(now)
    setHidden(true)
    // The button that had the focus is removed.
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  return (
    <section aria-label="This morning" className="rounded-card border border-line bg-surface shadow-panel">
      <ul className="grid min-h-106 grid-cols-1 divide-y divide-line lg:min-h-37 lg:grid-cols-3 lg:divide-x lg:divide-y-0">
        {note?.facts.map((fact) => (
          <Fact key={fact.kind} fact={fact} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-6 border-t border-line px-4 py-1 text-sm sm:px-6">
        <Sending />
        <span className="ms-auto flex items-center gap-3 text-ink-soft">
          <span className="max-sm:hidden">Until 12.00</span>
          <Button variant="ghost" className="border-0!" onClick={hide}>
            Hide today
          </Button>
        </span>
      </div>
    </section>
  )
}

const SIGNS: Readonly<Record<MorningFactKind, readonly [LucideIcon, string]>> = {
  hottest: [ThermometerSun, 'text-temperature'],
  coldest: [Snowflake, 'text-humidity'],
  tonight: [Moon, 'text-humidity'],
  episode: [Bell, 'text-ink-soft'],
  silence: [CircleSlash, 'text-ink-soft'],
  rain: [CloudRain, 'text-humidity'],
  calm: [Moon, 'text-ok'],
  tasks: [Check, 'text-ink-soft'],
}

function Fact({ fact }: { fact: MorningFact }) {
  const [Icon, colour] = SIGNS[fact.kind]
  return (
    <li className="flex min-w-0 gap-3.5 p-4 sm:px-6">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${colour}`} />
      <div className="flex min-w-0 grow flex-col gap-2">
        <div>
          <h2 className="font-sans text-md leading-snug font-semibold tracking-normal wrap-anywhere">{fact.title}</h2>
          {fact.text !== '' && <p className="text-sm text-ink-soft wrap-anywhere">{fact.text}</p>}
        </div>
        <div className="mt-auto flex min-h-8 items-center justify-between gap-3">
          <Picture fact={fact} />
          <FactLink fact={fact} />
        </div>
      </div>
    </li>
  )
}

function Picture({ fact }: { fact: MorningFact }): ReactNode {
  if (fact.kind === 'tasks') return <Drawings plantIds={fact.plantIds} />
  return fact.curve ? <NightCurve curve={fact.curve} /> : <span />
}

function Drawings({ plantIds }: Pick<MorningFact, 'plantIds'>) {
  const { data: plants = [] } = useQuery(plantList)
  const drawn = plantIds.flatMap((id) => plants.find(({ plantId }) => plantId === id) ?? [])
  return (
    <span aria-hidden className="flex gap-2">
      {drawn.map(({ plantId, plantType }) => (
        <PlantDrawing key={plantId} type={plantType} className="size-8 rounded-small bg-sunken p-1" />
      ))}
    </span>
  )
}

function NightCurve({ curve: { seriesId, deviceId, ...range } }: { curve: NonNullable<MorningFact['curve']> }) {
  const { data: histories } = useQuery(historiesQuery([seriesId], range, SPARKLINE_POINTS))
  const { device, series } = useSensor({ seriesId, deviceId })
  return (
    <span className="block h-8 w-25">
      {histories?.[0] && device && series && (
        <Curve history={histories[0]} device={device} series={series} range={inMs(range)} className="h-8!" />
      )}
    </span>
  )
}

function useSensor({ seriesId, deviceId }: { seriesId: string; deviceId: string }) {
  const { data: devices = [] } = useQuery(deviceList)
  const { data: all = [] } = useQuery(newestSeries)
  return {
    device: devices.find((one) => one.deviceId === deviceId),
    series: all.find((one) => one.seriesId === seriesId),
  }
}

const LINK = 'hit-area relative rounded-small text-sm font-semibold text-leaf-strong hover:underline'

function FactLink({ fact: { kind, curve, episodeId } }: { fact: MorningFact }): ReactNode {
  const { data: all = [] } = useQuery(newestSeries)
  if (kind === 'tasks')
    return (
      <button type="button" className={LINK} onClick={() => jumpTo('to-do')}>
        To do
      </button>
    )
  const series = all.find(({ seriesId }) => seriesId === curve?.seriesId)
  const [to, words] =
    episodeId !== null
      ? [alertPath(episodeId), 'Show']
      : kind === 'calm' || kind === 'coldest'
        ? [nightPath(curve, series), 'See the night']
        : ['/weather', 'Weather']
  return (
    <Link to={to} className={LINK}>
      {words}
    </Link>
  )
}

function nightPath(curve: MorningFact['curve'], series: { metric: string; channel: string } | undefined): string {
  if (!curve) return '/history?range=24h'
  const tab = series && sensorKey({ metric: { id: series.metric }, channel: series.channel })
  const search = new URLSearchParams({ device: curve.deviceId, ...(tab !== undefined && { tab }) })
  search.set('from', toCalendarDate(curve.from))
  search.set('to', toCalendarDate(curve.to))
  return `/history?${search}`
}

/** Switches on that the note is sent. Its hour and its channels are links to where they are chosen. */
function Sending() {
  const household = useHousehold()
  const user = useUser()
  const me = household?.people.find(({ userId }) => userId === user?.userId)
  if (!household || !me) return undefined
  if (!me.tells)
    return (
      <p className="py-2.5 text-ink-soft">
        You get no messages of this household.{' '}
        <Link to="/household" className={LINK}>
          Change
        </Link>
      </p>
    )
  return <Switch household={household} userId={me.userId} />
}

function Switch({
  household: { householdId, remindAt, morningNote },
  userId,
}: {
  household: Household
  userId: string
}) {
  const edit = useEditMember(householdId)
  const isOn = edit.isPending ? edit.variables.morningNote === true : morningNote && remindAt !== null
  const hour = remindAt ?? USUAL_HOUR
  const set = (wanted: boolean) =>
    edit.mutate(
      { userId, morningNote: wanted, ...(wanted && remindAt === null && { remindAt: USUAL_HOUR }) },
      { onError: (error) => toast.error(failureMessage(error)) },
    )
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <Toggle label="Send this note" checked={isOn} onChange={set} />
      <span>
        at{' '}
        <Link to="/household" className={LINK}>
          {hour.replace(':', '.')}
        </Link>{' '}
        by <Channels />
      </span>
    </span>
  )
}

/** Names the channels that take infos, which the note is. */
function Channels() {
  const { data: channels } = useQuery(channelList)
  const words = channels ? channelWords(channels) : 'your channels'
  return (
    <Link to="/notifications" className={LINK}>
      <bdi>{words}</bdi>
    </Link>
  )
}

function channelWords(channels: readonly Channel[]): string {
  const takers = channels.filter(({ isOn, severities }) => isOn && severities.includes('info'))
  if (takers.length === 0) return 'no channel yet'
  return takers.length > 2 ? `${takers.length} channels` : takers.map(({ name }) => name).join(' and ')
}
