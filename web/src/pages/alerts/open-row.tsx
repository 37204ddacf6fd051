import { type Episode, metricOfSeries } from '@greenhouse/contract'
import { BellOff, BellRing, Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { classes } from '../../lib/classes.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { momentWords } from '../../lib/moment-words.ts'
import { useOnline } from '../../lib/use-online.ts'
import { MUTE_HOURS, useAcknowledge, useMute } from '../../shared/episode/episode-mutations.ts'
import { EpisodeMarks, EpisodeSign, historyPath } from '../../shared/episode/episode-parts.tsx'
import { limitWords } from '../../shared/episode/episode-words.ts'
import { Role } from '../../shared/household/roles.tsx'
import { Button } from '../../ui/button.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { AlertTitle } from './alert-title.tsx'
import { DeliveryLine } from './delivery-line.tsx'
import { OpenFacts } from './open-facts.tsx'
import { ACTIONS, ASIDE, BODY, QUIET, ROW, TITLE } from './row-layout.ts'
import { TurnedRow } from './turned-row.tsx'
import type { OpenSeries } from './use-open-series.ts'

interface OpenRowProps {
  episode: Episode
  of: OpenSeries | undefined
  celsius: boolean
  now: number
  seenBefore: string | null
  hasDeliveries: boolean
  /** Makes its button the filled one of the panel. */
  isFirst: boolean
  /** Its button was pressed a moment ago. */
  isTurned: boolean
  onTurn: (episodeId: string, isTurned: boolean) => void
}

export function OpenRow(props: OpenRowProps) {
  const { episode, now, seenBefore, isTurned, onTurn } = props
  const [isBack, setBack] = useState(false)
  if (episode.acknowledgedAt === null) return <UnansweredRow {...props} isBack={isBack} />
  if (!isTurned) return <AnsweredRow episode={episode} now={now} seenBefore={seenBefore} />
  return (
    <TurnedRow episode={episode} onEnd={() => onTurn(episode.episodeId, false)} onTakenBack={() => setBack(true)} />
  )
}

function UnansweredRow(props: OpenRowProps & { isBack: boolean }) {
  const { episode, of, celsius, now, seenBefore, hasDeliveries, isFirst, isBack, onTurn } = props
  const isMuted = isMutedAt(episode, now)
  const isUrgent = episode.severity !== 'info'
  return (
    <li className={ROW}>
      <span className="mt-0.5">
        <EpisodeSign episode={episode} isUrgent={isUrgent} />
      </span>
      <p className={TITLE}>
        <AlertTitle episode={episode} /> <EpisodeMarks episode={episode} seenBefore={seenBefore} />
      </p>
      <OpenLine episode={episode} of={of} celsius={celsius} />
      <div className={classes(BODY, 'max-xl:col-span-full')}>
        <OpenFacts episode={episode} series={of?.series} celsius={celsius} now={now} isUrgent={isUrgent} />
        <MutedWords episode={episode} isMuted={isMuted} now={now} />
        {hasDeliveries && <DeliveryLine episode={episode} now={now} />}
      </div>
      <Role atLeast="carer">
        <Actions episode={episode} isMuted={isMuted} isFirst={isFirst && isUrgent} isBack={isBack} onTurn={onTurn} />
      </Role>
    </li>
  )
}

function isMutedAt({ mutedUntil }: Episode, now: number): boolean {
  return mutedUntil !== null && Date.parse(mutedUntil) > now
}

function MutedWords({ episode: { mutedUntil }, isMuted, now }: { episode: Episode; isMuted: boolean; now: number }) {
  return (
    <output className="text-sm text-ink-soft empty:-mt-2.5">
      {isMuted && mutedUntil !== null && (
        <span className="inline-flex gap-1.5">
          <BellOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          Muted until {momentWords(mutedUntil, now)}
        </span>
      )}
    </output>
  )
}

interface AnsweredRowProps {
  episode: Episode
  now: number
  seenBefore: string | null
}

/** One line with who acknowledged it, when, and with which words. */
function AnsweredRow({ episode, now, seenBefore }: AnsweredRowProps) {
  const { acknowledgedAt, acknowledgedBy, acknowledgedNote, openedAt } = episode
  return (
    <li className="relative flex items-center gap-3 border-t border-line px-4 py-3 hover:bg-sunken/60 sm:px-6 xl:gap-4">
      <EpisodeSign episode={episode} />
      <div className="min-w-0 grow">
        <p className="leading-snug font-semibold">
          <AlertTitle episode={episode} /> <EpisodeMarks episode={episode} seenBefore={seenBefore} />
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          since {momentWords(openedAt, now)}, {formatDuration(Math.max(now - Date.parse(openedAt), 0))}. Acknowledged
          {acknowledgedBy !== null && (
            <>
              {' '}
              by <bdi>{acknowledgedBy}</bdi>
            </>
          )}{' '}
          {acknowledgedAt !== null && momentWords(acknowledgedAt, now)}
          {acknowledgedNote !== null && (
            <>
              : “<bdi>{acknowledgedNote}</bdi>”
            </>
          )}
        </p>
      </div>
      <span className="inline-flex shrink-0 items-center gap-1 rounded-pill bg-sunken px-2.5 py-1 text-xs font-semibold text-ink-soft max-sm:hidden forced-colors:border">
        <Check aria-hidden className="size-3.5" />
        acknowledged
      </span>
    </li>
  )
}

interface ActionsProps extends Pick<OpenRowProps, 'episode' | 'isFirst' | 'onTurn'> {
  isMuted: boolean
  /** Its acknowledgement was taken back. */
  isBack: boolean
}

function Actions({ episode, isMuted, isFirst, isBack, onTurn }: ActionsProps) {
  const { episodeId } = episode
  const button = useRef<HTMLButtonElement>(null)
  const acknowledge = useAcknowledge(episodeId)
  const mute = useMute(episodeId)
  const isOnline = useOnline()
  const Bell = isMuted ? BellRing : BellOff
  // The button that was pressed is gone.
  useEffect(() => {
    if (isBack && document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [isBack])

  function answer(): void {
    // The row may change live before the reply comes.
    onTurn(episodeId, true)
    acknowledge.mutate(undefined, { onError: () => onTurn(episodeId, false) })
  }

  return (
    <div className={ACTIONS}>
      <Button
        ref={button}
        variant={isFirst ? 'leaf' : 'soft'}
        busy={acknowledge.isPending}
        disabled={!isOnline}
        onClick={answer}
        className="max-xl:grow"
      >
        {isOnline ? 'Acknowledge' : 'Needs the server'}
      </Button>
      <button
        type="button"
        disabled={!isOnline}
        aria-disabled={mute.isPending || undefined}
        onClick={() => !mute.isPending && mute.mutate(!isMuted)}
        className={QUIET}
      >
        <Bell aria-hidden className="size-4.5 text-ink-soft" />
        {isMuted ? 'Unmute' : `Mute ${MUTE_HOURS} h`}
      </button>
    </div>
  )
}

/** Links the last 24 hours to their chart. Reserves its space while loading. */
function OpenLine({ episode, of, celsius }: Pick<OpenRowProps, 'episode' | 'of' | 'celsius'>) {
  const path = historyPath(episode)
  if (episode.seriesId === null || path === undefined) return undefined
  const limits = episode.kind === 'changing' ? [] : [episode.limit, episode.upperLimit].filter((one) => one !== null)
  const metric = of && metricOfSeries(of.series)
  return (
    <Link to={path} className={classes('relative grid gap-1 rounded-small max-xl:col-span-full', ASIDE)}>
      <Sparkline
        range={of?.day ?? { from: 0, to: 1 }}
        runs={of?.day?.runs ?? []}
        colour={metric?.colour ?? 'ink-soft'}
        spanMin={metric?.spanMin ?? 0}
        limits={limits}
        className="h-14! max-sm:h-11!"
      />
      <span className="flex justify-between gap-2 text-xs text-ink-soft max-sm:sr-only">
        last 24 h
        <span className="sr-only">
          {' '}
          of {episode.label}, {episode.name}
        </span>
        {limits.length > 0 && <span>dashed: {limitWords(episode, celsius)}</span>}
      </span>
    </Link>
  )
}
