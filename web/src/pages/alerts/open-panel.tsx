import { MINUTE_MS, type Device, type Episode } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Layers } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { formatShortDate } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import { plantList } from '../../shared/plant/plant-queries.ts'
import { useWatering } from '../../shared/plant/use-watering.tsx'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { Button } from '../../ui/button.tsx'
import { AcknowledgeAll } from './acknowledge-all.tsx'
import { DueRow } from './due-row.tsx'
import { useLinkedId } from './linked-alert.tsx'
import { inOrder, nextPage, PAINTED_FIRST, SHOWN_FIRST } from './open-order.ts'
import { OpenRow } from './open-row.tsx'
import { useHeldRows } from './use-held-rows.ts'
import { useOpenSeries } from './use-open-series.ts'
import { TurnedTogether } from './turned-row.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { useSnoozing } from './use-snoozing.tsx'

export interface PanelProps {
  episodes: readonly Episode[]
  celsius: boolean
  /** Time up to which alerts were seen, ISO 8601. */
  seenBefore: string | null
}

interface OpenPanelProps extends PanelProps {
  devices: readonly Device[] | undefined
}

/** Shows all that is open, unanswered alerts first. Acknowledged rows keep their place until their offer to undo ends. */
export function OpenPanel({ episodes, devices, celsius, seenBefore }: OpenPanelProps) {
  const now = useNow(MINUTE_MS / 4)
  const [turned, turn] = useTurned()
  const { confirmDialog } = useSettings()
  const { water, question } = useWatering(confirmDialog)
  const plants = useQuery({ ...plantList, enabled: episodes.some(({ kind }) => kind === 'due') })
  const snoozing = useSnoozing()
  const [together, setTogether] = useState<readonly string[]>()
  const { rows, waiting, show, hold, list } = useHeldRows(inOrder(episodes, turned))
  const [count, showMore] = useCount(rows)
  useKeptFocus(list)
  const isWhole = useDeferredValue(true, false)
  const shown = rows.slice(0, isWhole ? count : PAINTED_FIRST)
  const known = useOpenSeries(rows.slice(0, SHOWN_FIRST), { devices, now })

  return (
    <section aria-label="Open" className="overflow-hidden rounded-card border border-line bg-surface shadow-panel">
      <Head
        rows={rows}
        waiting={waiting}
        count={episodes.length}
        onShow={show}
        isAnswered={together !== undefined}
        onAnswered={setTogether}
      />
      <ul ref={list} aria-label="Open alerts" {...hold}>
        {together && <TurnedTogether key={together[0]} episodeIds={together} onEnd={() => setTogether(undefined)} />}
        {shown.map((episode, index) =>
          episode.kind === 'due' ? (
            <DueRow
              key={episode.episodeId}
              episode={episode}
              plant={plants.data?.find(({ plantId }) => plantId === episode.plantId)}
              now={now}
              seenBefore={seenBefore}
              isFirst={index === 0}
              onWater={water}
              onSnooze={snoozing.open}
            />
          ) : (
            <OpenRow
              key={episode.episodeId}
              episode={episode}
              celsius={celsius}
              now={now}
              seenBefore={seenBefore}
              of={known.get(episode.seriesId ?? '')}
              hasDeliveries={index < SHOWN_FIRST}
              isFirst={index === 0}
              isTurned={turned.has(episode.episodeId)}
              onTurn={turn}
            />
          ),
        )}
      </ul>
      <More rest={rows.slice(count)} onMore={showMore} />
      {question}
      {snoozing.menu}
    </section>
  )
}

/** Returns how many rows are shown, with the linked one among them, and a function that shows the next ones. */
function useCount(rows: readonly Episode[]) {
  const [asked, setAsked] = useState(SHOWN_FIRST)
  const linked = useLinkedId()
  const count = Math.max(asked, 1 + rows.findIndex(({ episodeId }) => episodeId === linked))
  return [count, () => setAsked(nextPage(count, rows.length))] as const
}

/** Returns the ids of the rows that were acknowledged a moment ago, and a function that adds or removes one. */
function useTurned() {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const turn = (id: string, isTurned: boolean) =>
    setTurned((before) => new Set(isTurned ? [...before, id] : [...before].filter((one) => one !== id)))
  return [turned, turn] as const
}

interface HeadProps extends AsideProps {
  rows: readonly Episode[]
  /** All were acknowledged a moment ago. */
  isAnswered: boolean
  onAnswered: (episodeIds: readonly string[]) => void
}

interface AsideProps {
  waiting: number
  count: number
  onShow: () => void
}

function Head({ rows, waiting, count, onShow, isAnswered, onAnswered }: HeadProps) {
  return (
    <header className="flex min-h-15 flex-wrap items-center justify-between gap-x-4 px-4 py-3 sm:px-6">
      <h2 className="text-lg">Open</h2>
      <div className="flex flex-wrap items-center gap-x-4">
        <Aside waiting={waiting} count={count} onShow={onShow} />
        {!isAnswered && <AcknowledgeAll episodes={rows} onAnswered={onAnswered} />}
      </div>
    </header>
  )
}

/** Says when an alert closes, or that new ones wait above the rows. Its height stays. */
function Aside({ waiting, count, onShow }: AsideProps) {
  const mayAct = useMay('carer')
  if (waiting > 0) {
    return (
      <Button dense onClick={onShow}>
        {waiting} new, show
      </Button>
    )
  }
  return (
    <p className="text-sm text-ink-soft">
      {count > SHOWN_FIRST ? (
        count
      ) : mayAct ? (
        <>
          <span className="sm:hidden">first what nobody answered</span>
          <span className="max-sm:hidden">closes when the value is back, or the plant is watered</span>
        </>
      ) : (
        `${count} open`
      )}
    </p>
  )
}

/** Absent when nothing is left. */
function More({ rest, onMore }: { rest: readonly Episode[]; onMore: () => void }) {
  if (rest.length === 0) return undefined
  const times = rest.map(({ openedAt }) => openedAt).toSorted()
  const [first = '', last = ''] = [times[0], times.at(-1)]
  const [from, to] = [formatShortDate(first), formatShortDate(last)]
  const names = new Set(rest.map(({ name }) => name))
  return (
    <button
      type="button"
      onClick={onMore}
      className="flex min-h-16 w-full items-center gap-4 border-t border-line px-4 py-3 text-start -outline-offset-2! hover:bg-sunken/60 sm:px-6"
    >
      <Layers aria-hidden className="size-5 shrink-0 text-danger" />
      <span className="min-w-0 grow">
        <span className="block font-semibold">
          {rest.length} more {from === to ? `on ${from}` : `between ${from} and ${to}`}
        </span>
        <span className="block text-sm break-words text-ink-soft">
          {names.size === 1 ? <bdi>{rest[0]?.name}</bdi> : `${names.size} places`}. One message was sent for all.
        </span>
      </span>
      <ChevronDown aria-hidden className="size-5 shrink-0 text-ink-soft" />
    </button>
  )
}
