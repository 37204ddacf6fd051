import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { AXIS_PX } from './chart-options.ts'
import { joinNear, type LaneMark } from './near-events.ts'
import type { ChartLane, ChartRange } from './chart-types.ts'

export interface ChartLanesProps {
  lanes: readonly ChartLane[]
  range: ChartRange
  /** Of the whole chart, and what lies to the right of its plot; in pixels. */
  width: number
  gutter: number
}

/** Rows of what happened, below the plot and on its axis of time. A touch says it in words. */
export function ChartLanes({ lanes, range, width, gutter }: ChartLanesProps) {
  const [words, setWords] = useState<readonly string[]>([])
  const plot = width - AXIS_PX - gutter
  if (plot <= 0) return undefined
  const isWide = gutter >= 90
  return (
    <div className="grid gap-1">
      {lanes.map((lane) => (
        <Lane key={lane.name} lane={lane} marks={joinNear(lane.events, range, plot)} plot={plot} onWords={setWords}>
          {isWide && lane.name}
        </Lane>
      ))}
      <output className={words.length > 0 ? 'rounded-control bg-sunken px-3 py-2 text-sm wrap-anywhere' : 'sr-only'}>
        {words.map((text, index) => (
          // Two events may read the same.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className="block">
            {text}
          </span>
        ))}
      </output>
    </div>
  )
}

/** What is said of a mark that stands for many events. */
const WORDS_MAX = 5

interface LaneProps {
  lane: ChartLane
  marks: readonly LaneMark[]
  plot: number
  onWords: (words: readonly string[]) => void
  children: ReactNode
}

function Lane({ lane: { name, colour }, marks, plot, onWords, children }: LaneProps) {
  function say({ events }: LaneMark) {
    const more = events.length - WORDS_MAX
    onWords([...events.slice(0, WORDS_MAX).map(({ words }) => words), ...(more > 0 ? [`and ${more} more`] : [])])
  }

  return (
    <div className="relative h-6 text-xs text-ink-soft">
      <span className="absolute top-1/2 h-px bg-line" style={{ insetInlineStart: AXIS_PX, width: plot }} />
      <ul aria-label={name}>
        {marks.map((mark, index) => (
          <li key={`${mark.left} ${mark.events.length}`}>
            <button
              type="button"
              tabIndex={index === 0 ? 0 : -1}
              aria-label={mark.events.length === 1 ? mark.events[0]?.words : `${name}: ${mark.events.length}`}
              onKeyDown={moveAlong}
              onClick={() => say(mark)}
              className="absolute top-0 grid h-6 min-w-6 place-items-center rounded-pill"
              style={{ left: AXIS_PX + mark.left - 12, width: mark.right - mark.left + 24 }}
            >
              <span
                className="grid h-3.5 min-w-3 place-items-center rounded-pill border border-transparent px-0.5 leading-none font-semibold text-surface forced-color-adjust-none"
                style={{ background: `var(--${colour})`, width: Math.max(mark.right - mark.left, 2) + 10 }}
              >
                {mark.events.length > 1 && mark.events.length}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {children !== false && (
        <span className="absolute top-1 whitespace-nowrap" style={{ left: AXIS_PX + plot + 14 }}>
          {children}
        </span>
      )}
    </div>
  )
}

/** One stop of the Tab key a lane: arrow keys, Home and End go along it. */
function moveAlong(event: KeyboardEvent<HTMLButtonElement>): void {
  const buttons = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])]
  const index = buttons.indexOf(event.currentTarget)
  const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: buttons.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  buttons[Math.min(Math.max(next, 0), buttons.length - 1)]?.focus()
}
