import { momentWords } from '../../lib/moment-words.ts'
import { type Episode, metricOfSeries } from '@greenhouse/contract'
import { BellOff, BellRing, CircleCheck } from 'lucide-react'
import { useRef } from 'react'
import { MUTE_HOURS, useAcknowledge, useMute } from '../../shared/episode/episode-mutations.ts'
import { classes } from '../../lib/classes.ts'
import { Role } from '../../shared/household/roles.tsx'
import { Button } from '../../ui/button.tsx'
import { DeliveryLine } from './delivery-line.tsx'
import { EpisodeMarks, EpisodeSign, EpisodeTitle, historyPath } from '../../shared/episode/episode-parts.tsx'
import { OpenFacts } from './open-facts.tsx'
import type { OpenSeries } from './use-open-series.ts'
import { Link } from 'wouter'
import { Sparkline } from '../../ui/sparkline.tsx'

interface OpenRowProps {
  episode: Episode
  of: OpenSeries | undefined
  celsius: boolean
  now: number
  seenBefore: string | null
  hasDeliveries: boolean
  /** Makes its button the filled one of the panel. */
  isFirst: boolean
}

export function OpenRow({ episode, of, celsius, now, seenBefore, hasDeliveries, isFirst }: OpenRowProps) {
  const isMuted = episode.mutedUntil !== null && Date.parse(episode.mutedUntil) > now
  const isUrgent = episode.acknowledgedAt === null && episode.severity !== 'info'
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-3 px-4 py-4 transition-colors hover:bg-sunken/60 sm:px-6 lg:grid-cols-[auto_minmax(0,1fr)_8rem_8.25rem] lg:gap-x-4">
      <span className="mt-0.5">
        <EpisodeSign episode={episode} isUrgent={isUrgent} />
      </span>
      <div className="grid min-w-0 grid-cols-1 gap-2.5">
        <p className="text-md font-semibold">
          <EpisodeTitle episode={episode} celsius={celsius} />{' '}
          <EpisodeMarks episode={episode} seenBefore={seenBefore} />
          {episode.ruleName !== '' && (
            <bdi className="block text-sm font-normal break-words text-ink-soft">{episode.ruleName}</bdi>
          )}
        </p>
        <OpenFacts episode={episode} series={of?.series} celsius={celsius} now={now} isUrgent={isUrgent} />
        <StateWords episode={episode} isMuted={isMuted} now={now} />
        {hasDeliveries && <DeliveryLine episode={episode} now={now} />}
      </div>
      <OpenLine episode={episode} of={of} />
      <Role atLeast="carer">
        <Actions episode={episode} isMuted={isMuted} isFirst={isFirst && isUrgent} />
      </Role>
    </li>
  )
}

function StateWords({ episode, isMuted, now }: { episode: Episode; isMuted: boolean; now: number }) {
  const { acknowledgedAt, acknowledgedBy, mutedUntil } = episode
  return (
    <output className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft empty:hidden">
      {acknowledgedAt !== null && (
        <span className="inline-flex min-w-0 gap-1.5">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            Acknowledged
            {acknowledgedBy !== null && (
              <>
                {' '}
                by <bdi>{acknowledgedBy}</bdi>
              </>
            )}{' '}
            {momentWords(acknowledgedAt, now)}
          </span>
        </span>
      )}
      {isMuted && mutedUntil !== null && (
        <span className="inline-flex gap-1.5">
          <BellOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          Muted until {momentWords(mutedUntil, now)}
        </span>
      )}
    </output>
  )
}

function Actions({ episode, isMuted, isFirst }: { episode: Episode; isMuted: boolean; isFirst: boolean }) {
  const { episodeId, acknowledgedAt } = episode
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const acknowledge = useAcknowledge(episodeId)
  const mute = useMute(episodeId)
  const Bell = isMuted ? BellRing : BellOff

  /** Focuses the container after the focused button has disappeared. */
  function keepFocus() {
    const { activeElement } = document
    if (activeElement === button.current || activeElement === document.body) place.current?.focus()
  }

  return (
    <div
      ref={place}
      tabIndex={-1}
      className="relative col-span-full grid min-w-0 grid-cols-1 content-start gap-1.5 rounded-control max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-4 max-lg:ps-8 lg:col-auto lg:col-start-4"
    >
      {acknowledgedAt === null && (
        <Button
          ref={button}
          variant={isFirst ? 'leaf' : 'soft'}
          busy={acknowledge.isPending}
          onClick={() => acknowledge.mutate(undefined, { onSuccess: keepFocus })}
        >
          Acknowledge
        </Button>
      )}
      <button
        type="button"
        aria-disabled={mute.isPending || undefined}
        onClick={() => !mute.isPending && mute.mutate(!isMuted)}
        className={classes(
          'inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-3 text-sm font-medium hover:bg-sunken',
          acknowledgedAt !== null && 'max-lg:-ms-3',
        )}
      >
        <Bell aria-hidden className="size-4.5 text-ink-soft" />
        {isMuted ? 'Unmute' : `Mute ${MUTE_HOURS} h`}
      </button>
    </div>
  )
}

interface OpenLineProps {
  episode: Episode
  of: OpenSeries | undefined
}

/** Links the last 24 hours to their chart. Reserves its space while loading. */
function OpenLine({ episode, of }: OpenLineProps) {
  const path = historyPath(episode)
  if (episode.seriesId === null || path === undefined) return undefined
  const limits = episode.kind === 'changing' ? [] : [episode.limit, episode.upperLimit].filter((one) => one !== null)
  const metric = of && metricOfSeries(of.series)
  return (
    <Link to={path} className="relative grid gap-1 rounded-small max-lg:col-start-2 lg:col-start-3">
      <Sparkline
        range={of?.day ?? { from: 0, to: 1 }}
        runs={of?.day?.runs ?? []}
        colour={metric?.colour ?? 'ink-soft'}
        spanMin={metric?.spanMin ?? 0}
        limits={limits}
        className="h-12!"
      />
      <span className="flex justify-between text-xs text-ink-soft">
        last 24 h
        <span className="sr-only">
          {' '}
          of {episode.label}, {episode.name}
        </span>
        {limits.length > 0 && (
          <span className="flex items-center gap-1.5">
            <span className="w-4 border-t-2 border-dashed border-danger" />
            limit
          </span>
        )}
      </span>
    </Link>
  )
}
