import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { AXIS_PX } from './chart-options.ts'
import { LANE_SIGNS, SIGN_PX } from './lane-signs.ts'
import { joinNear, markSide, markText, markTextPx, type LaneMark } from './near-events.ts'
import type { ChartLane, ChartRange } from './chart-types.ts'
import { classes } from '../../lib/classes.ts'

interface ChartLanesProps {
  lanes: readonly ChartLane[]
  range: ChartRange
  /** Of the whole chart, in pixels, and the space right of the plot. */
  width: number
  gutter: number
}

/** Renders rows of events below the plot, on its time axis. Pressing an event describes it. */
export function ChartLanes({ lanes, range, width, gutter }: ChartLanesProps) {
  const [words, setWords] = useState<readonly string[]>([])
  const plot = width - AXIS_PX - gutter
  if (plot <= 0) return undefined
  const isWide = gutter >= 90
  return (
    <div className="grid">
      {lanes.map((lane) => (
        <Lane key={lane.name} lane={lane} marks={joinNear(lane.events, range, plot)} plot={plot} onWords={setWords}>
          {isWide && lane.name}
        </Lane>
      ))}
      <output className={words.length > 0 ? 'rounded-control bg-sunken px-3 py-2 text-sm wrap-anywhere' : 'sr-only'}>
        {words.map((text, index) => (
          // Two events may have the same text.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className="block">
            {text}
          </span>
        ))}
      </output>
    </div>
  )
}

const WORDS_MAX = 5

/** Minimum length of a bar, in pixels. */
const BAR_MIN_PX = 12

interface LaneProps {
  lane: ChartLane
  marks: readonly LaneMark[]
  plot: number
  onWords: (words: readonly string[]) => void
  children: ReactNode
}

function Lane({ lane, marks, plot, onWords, children }: LaneProps) {
  const { name } = lane
  const textPx = (mark: LaneMark) => markTextPx(mark, lane)

  function say({ events }: LaneMark) {
    const more = events.length - WORDS_MAX
    onWords([...events.slice(0, WORDS_MAX).map(({ words }) => words), ...(more > 0 ? [`and ${more} more`] : [])])
  }

  return (
    <div className="relative h-6 text-xs text-ink-soft sm:h-6.5">
      <span className="absolute top-1/2 border-t border-line" style={{ insetInlineStart: AXIS_PX, width: plot }} />
      <ul aria-label={name}>
        {marks.map((mark, index) => (
          <li key={`${mark.left} ${mark.events.length}`}>
            <MarkButton mark={mark} lane={lane} isFirst={index === 0} onPress={() => say(mark)} />
            <MarkText mark={mark} lane={lane} side={markSide(marks, index, { plotPx: plot, textPx })} />
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

interface MarkButtonProps {
  mark: LaneMark
  lane: ChartLane
  isFirst: boolean
  onPress: () => void
}

function MarkButton({ mark, lane, isFirst, onPress }: MarkButtonProps) {
  const { events, left, right } = mark
  return (
    <button
      type="button"
      tabIndex={isFirst ? 0 : -1}
      aria-label={events.length === 1 ? events[0]?.words : `${lane.name}: ${events.length}`}
      onKeyDown={moveAlong}
      onClick={onPress}
      className="absolute top-0 grid h-6 min-w-6 -translate-x-1/2 place-items-center rounded-pill"
      style={{ left: AXIS_PX + (left + right) / 2, width: faceWidth(mark, lane) + BAR_MIN_PX }}
    >
      {lane.sign === undefined ? (
        <Bar mark={mark} colour={lane.colour} />
      ) : (
        <svg
          viewBox="0 0 24 24"
          className="fill-none stroke-current stroke-2 forced-colors:text-[CanvasText]"
          style={{ width: SIGN_PX, color: `var(--${lane.colour})` }}
        >
          <path d={LANE_SIGNS[lane.sign]} strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      )}
    </button>
  )
}

function faceWidth({ left, right }: LaneMark, { sign }: ChartLane): number {
  return sign === undefined ? Math.max(right - left, BAR_MIN_PX) : SIGN_PX
}

function Bar({ mark: { events, left, right }, colour }: { mark: LaneMark; colour: string }) {
  const isOpen = events.some((event) => event.isOpen)
  return (
    <span
      className={classes(
        'grid h-3.5 place-items-center border border-transparent px-0.5 leading-none font-semibold text-surface forced-color-adjust-none',
        isOpen ? 'rounded-s-pill border-e-2 border-e-ink' : 'rounded-pill',
      )}
      style={{ background: `var(--${colour})`, width: Math.max(right - left, BAR_MIN_PX) }}
    >
      {events.length > 1 && events.length}
    </span>
  )
}

/** Hidden from screen readers, which read the button. */
function MarkText({ mark, lane, side }: { mark: LaneMark; lane: ChartLane; side: 'left' | 'right' | undefined }) {
  const text = markText(mark, lane)
  if (text === undefined || side === undefined) return undefined
  const face = faceWidth(mark, lane)
  const middle = AXIS_PX + (mark.left + mark.right) / 2
  return (
    <span
      aria-hidden
      className={`pointer-events-none absolute top-1 bg-surface px-1 whitespace-nowrap ${side === 'left' ? '-translate-x-full' : ''}`}
      style={{ left: side === 'left' ? middle - face / 2 - 2 : middle + face / 2 + 2 }}
    >
      {text}
    </span>
  )
}

/** Each lane is one tab stop; arrow keys, Home and End move along it. */
function moveAlong(event: KeyboardEvent<HTMLButtonElement>): void {
  const buttons = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])]
  const index = buttons.indexOf(event.currentTarget)
  const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: buttons.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  buttons[Math.min(Math.max(next, 0), buttons.length - 1)]?.focus()
}
