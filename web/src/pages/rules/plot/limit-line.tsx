import { ChevronsUpDown } from 'lucide-react'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { classes } from '../../../lib/classes.ts'
import { snapped } from '../first-limits.ts'
import { valueAt, yOf, type PlotArea, type PlotScale } from './plot-scale.ts'

/** Half the height of what a finger can take hold of. */
const REACH_PX = 22
const PILL_PX = 92
/** Steps of Page Up and Page Down. */
const PAGE = 10

export interface LimitLineProps {
  label: string
  /** In the user's unit. */
  value: number
  words: string
  step: number
  bounds: { readonly min: number; readonly max: number }
  scale: PlotScale
  area: PlotArea
  /** Share of the width at which the number stands at first. */
  at: number
  error: string | undefined
  /** Undefined for a person who may not change the rule. */
  onMove: ((value: number) => void) | undefined
  /** Takes over a typed number. */
  onType: (text: string) => void
}

/** A line across the plot that is dragged, moved by keys, or set by typing a number. */
export function LimitLine(props: LimitLineProps) {
  const { label, value, scale, area, at, error, onType } = props
  const [x, setX] = useState<number>()
  const [text, setText] = useState<string>()
  const y = Math.min(Math.max(yOf(value, scale, area), area.top), area.bottom)
  const middle = x ?? area.left + (area.right - area.left) * at
  const left = Math.min(Math.max(middle - PILL_PX / 2, area.left), area.right - PILL_PX) - area.left

  return (
    <div
      className="absolute"
      style={{ left: area.left, width: area.right - area.left, top: y - REACH_PX, height: 2 * REACH_PX }}
    >
      <span
        aria-hidden
        className="absolute inset-x-0 top-1/2 h-0.5 -translate-y-1/2 bg-[repeating-linear-gradient(90deg,var(--danger)_0_7px,transparent_7px_11px)]"
      />
      <Grip {...props} left={left} isTyping={text !== undefined} onTyping={setText} onHold={setX} />
      {text !== undefined && (
        <NumberBox
          label={`${label}, number`}
          first={text}
          left={left}
          onDone={(typed) => {
            setText(undefined)
            if (typed !== undefined) onType(typed)
          }}
        />
      )}
      {error !== undefined && (
        <p
          role="alert"
          style={{ left }}
          className="absolute top-full z-10 mt-1 w-max max-w-64 rounded-control border border-danger bg-surface px-3 py-1.5 text-sm text-danger"
        >
          {error}
        </p>
      )}
    </div>
  )
}

interface GripProps extends LimitLineProps {
  /** Of the number, in pixels. */
  left: number
  isTyping: boolean
  onTyping: (first: string) => void
  /** Called with where the pointer holds the line. */
  onHold: (x: number) => void
}

function Grip(props: GripProps) {
  const { label, value, words, bounds, left, isTyping, onMove, onHold } = props
  const grip = useGrip(props, onHold)
  return (
    <div
      // A range input has no pointer of its own height across the plot.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-readonly={onMove === undefined || undefined}
      aria-valuenow={value}
      aria-valuemin={Number.isFinite(bounds.min) ? bounds.min : undefined}
      aria-valuemax={Number.isFinite(bounds.max) ? bounds.max : undefined}
      aria-valuetext={words}
      onKeyDown={(event) => takeKey(event, props)}
      {...(onMove && grip)}
      className={classes('group absolute inset-0 outline-none', onMove && 'cursor-ns-resize touch-none')}
    >
      <span
        aria-hidden
        style={{ left }}
        className={classes(
          'absolute top-0 flex h-11 min-w-23 items-center justify-center gap-1.5 rounded-pill bg-danger px-3 text-md font-semibold whitespace-nowrap text-surface',
          'outline-offset-2 group-focus-visible:outline-2 group-focus-visible:outline-leaf forced-colors:border',
          isTyping && 'invisible',
        )}
      >
        {onMove && <ChevronsUpDown className="size-4.5 shrink-0" />}
        {words}
      </span>
    </div>
  )
}

function takeKey(event: KeyboardEvent, { value, step, bounds, isTyping, onMove, onTyping }: GripProps): void {
  if (!onMove || isTyping) return
  const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: PAGE, PageDown: -PAGE }[event.key]
  const end = { Home: bounds.min, End: bounds.max }[event.key]
  if (by !== undefined) onMove(within(snapped(value + by * step, step), bounds))
  else if (end !== undefined && Number.isFinite(end)) onMove(end)
  else if (/^[\d,.−-]$/.test(event.key) && !event.ctrlKey && !event.metaKey) onTyping(event.key)
  else if (event.key === 'Enter') onTyping('')
  else return
  event.preventDefault()
}

/** Returns handlers that drag the line. The number stays at the pointer. */
function useGrip({ value, step, bounds, scale, area, onMove }: LimitLineProps, setX: (x: number) => void) {
  const [held, setHeld] = useState<{ readonly y: number; readonly value: number }>()
  const placeOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.parentElement?.parentElement?.getBoundingClientRect()
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) }
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const { x, y } = placeOf(event)
      setHeld({ y, value })
      setX(x)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!held || !onMove) return
      const { x, y } = placeOf(event)
      const moved = held.value + valueAt(y, scale, area) - valueAt(held.y, scale, area)
      setX(x)
      const next = within(snapped(moved, step), bounds)
      if (next !== value) onMove(next)
    },
    onPointerUp: () => setHeld(undefined),
    onPointerCancel: () => setHeld(undefined),
  }
}

interface NumberBoxProps {
  label: string
  first: string
  left: number
  /** Called with undefined when nothing is to change. */
  onDone: (typed: string | undefined) => void
}

function NumberBox({ label, first, left, onDone }: NumberBoxProps) {
  const [text, setText] = useState(first)
  const done = (typed: string, event: { currentTarget: HTMLInputElement }) => {
    const slider = event.currentTarget.parentElement?.querySelector<HTMLElement>('[role=slider]')
    onDone(typed.trim() === '' ? undefined : typed)
    return slider
  }
  return (
    <input
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      // Opened by a key at the line.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      value={text}
      style={{ left }}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        done(event.key === 'Enter' ? text : '', event)?.focus()
      }}
      onBlur={(event) => void done(text, event)}
      className="absolute top-0 z-10 h-11 w-23 rounded-pill border-2 border-danger bg-surface px-3 text-center text-md font-semibold"
    />
  )
}

function within(value: number, { min, max }: LimitLineProps['bounds']): number {
  return Math.min(Math.max(value, min), max)
}
