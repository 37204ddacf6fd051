import type { Episode } from '@greenhouse/contract'
import { ChartLine, Check, ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { formatDuration } from '../../lib/format-duration.ts'
import { momentWords } from '../../lib/moment-words.ts'
import { useAcknowledge } from '../../shared/episode/episode-mutations.ts'
import { EpisodeSign, EpisodeTitle, historyPath } from '../../shared/episode/episode-parts.tsx'
import { valueWords, worstSide } from '../../shared/episode/episode-words.ts'
import { Role } from '../../shared/household/roles.tsx'
import { StateSign } from '../../shared/liveness/state-sign.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { classes } from '../../lib/classes.ts'
import type { Attention, AttentionRow, SilentDevice } from './attention.ts'
import { AdviceRow } from './advice-row.tsx'
import { Panel } from './panel.tsx'

const SHOWN_MAX = 4

interface AttentionPanelProps {
  attention: Attention
  celsius: boolean
  now: number
}

/** Absent while nothing needs a hand. */
export function AttentionPanel({ attention: { rows, open, silent }, celsius, now }: AttentionPanelProps) {
  if (rows.length === 0) return undefined
  const counts = [open > 0 && `${open} open`, silent.length > 0 && `${silent.length} silent`].filter(Boolean)
  const more = rows.length - SHOWN_MAX
  return (
    <Panel id="needs-attention" title="Needs attention" aside={counts.join(', ')}>
      <ul aria-label="Needs attention">
        {rows.slice(0, SHOWN_MAX).map((row) => (
          <li key={row.key} className="relative border-t border-line px-4 py-3.5 sm:px-5">
            <Row row={row} celsius={celsius} now={now} />
          </li>
        ))}
        {more > 0 && (
          <li className="border-t border-line">
            <Link to="/alerts" className="flex min-h-11 items-center px-4 font-semibold text-leaf sm:px-5">
              {more} more
            </Link>
          </li>
        )}
      </ul>
    </Panel>
  )
}

function Row({ row, celsius, now }: { row: AttentionRow; celsius: boolean; now: number }) {
  if (row.kind === 'episode') return <EpisodeRow episode={row.episode} celsius={celsius} now={now} />
  if (row.kind === 'advice') return <AdviceRow advice={row.advice} celsius={celsius} />
  if (row.kind === 'together') return <TogetherRow devices={row.devices} />
  return <SilentRow device={row.device} episode={row.episode} now={now} />
}

const GRID = 'grid grid-cols-[auto_minmax(0,1fr)] gap-x-3'

function EpisodeRow({ episode, celsius, now }: { episode: Episode; celsius: boolean; now: number }) {
  return (
    <div className={GRID}>
      <EpisodeSign episode={episode} isUrgent={episode.severity !== 'info'} />
      <div className="min-w-0">
        <p className="leading-snug font-semibold">
          <EpisodeTitle episode={episode} celsius={celsius} />
        </p>
        <p className="text-sm text-ink-soft">{factsOf(episode, celsius, now)}</p>
        <Actions episode={episode} />
      </div>
    </div>
  )
}

/** Returns `since 12.50, highest 35,2 °C at 13.40`. */
function factsOf(episode: Episode, celsius: boolean, now: number): string {
  const { kind, openedAt, worstValue, worstAt } = episode
  const since = `since ${momentWords(openedAt, now)}`
  if (kind === 'silent') return `${since}, ${formatDuration(Math.max(now - Date.parse(openedAt), 0))}`
  if (worstValue === null || worstAt === null) return since
  const worst = `${worstSide(episode, worstValue)} ${valueWords(episode, worstValue, celsius)}`
  return `${since}, ${worst} at ${momentWords(worstAt, now)}`
}

function Actions({ episode }: { episode: Episode }) {
  const acknowledge = useAcknowledge(episode.episodeId)
  const show = historyPath(episode) ?? (episode.deviceId === null ? '/alerts' : `/mydevice/${episode.deviceId}`)
  return (
    <div className="relative mt-2.5 flex flex-wrap gap-x-2 gap-y-1 empty:hidden">
      <Role atLeast="carer">
        <Button busy={acknowledge.isPending} onClick={() => acknowledge.mutate()} className="lg:min-h-9 lg:text-sm">
          <Check aria-hidden className="size-4" />
          Acknowledge
        </Button>
      </Role>
      <Link to={show} className={classes(SHOW, 'lg:min-h-9')}>
        <ChartLine aria-hidden className="size-4 text-ink-soft" />
        Show
        <span className="sr-only"> {episode.name}</span>
      </Link>
    </div>
  )
}

const SHOW = 'inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-semibold hover:bg-sunken'

function SilentRow({ device, episode, now }: { device: SilentDevice; episode: Episode | undefined; now: number }) {
  return (
    <div className={classes(GRID, 'grid-cols-[auto_minmax(0,1fr)_auto]! items-center')}>
      <StateSign state="silent" className="size-5! text-ink-soft" />
      <div className="min-w-0">
        <p className="leading-snug font-semibold break-words">
          <Link to={`/mydevice/${device.deviceId}`} className="after:absolute after:inset-0">
            <bdi>{device.deviceName}</bdi> is silent
          </Link>
        </p>
        <p className="text-sm break-words text-ink-soft">
          since {momentWords(device.time, now)}
          {episode && (
            <>
              , acknowledged
              {episode.acknowledgedBy !== null && (
                <>
                  {' '}
                  by <bdi>{episode.acknowledgedBy}</bdi>
                </>
              )}
              {episode.acknowledgedNote !== null && (
                <>
                  : “<bdi>{episode.acknowledgedNote}</bdi>”
                </>
              )}
            </>
          )}
        </p>
      </div>
      <ChevronRight aria-hidden className="size-4 text-ink-soft" />
    </div>
  )
}

function TogetherRow({ devices }: { devices: readonly SilentDevice[] }) {
  return (
    <div className={GRID}>
      <StateSign state="silent" className="size-5! text-danger!" />
      <div className="min-w-0">
        <p className="leading-snug font-semibold">{devices.length} devices are silent</p>
        <p className="text-sm text-ink-soft">
          So many at once are seldom the boards. Look at the power, the network and the broker first.
        </p>
        <Link to="/mydevice" className={classes(buttonClass({ variant: 'soft' }), 'mt-2.5 lg:min-h-9 lg:text-sm')}>
          Show
        </Link>
      </div>
    </div>
  )
}
