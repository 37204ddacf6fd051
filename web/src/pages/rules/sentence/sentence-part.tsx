import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Button } from '../../../ui/button.tsx'

const GAP_PX = 8
const WIDTH_PX = 352

export interface SentencePartProps {
  /** The question that the part answers. */
  title: string
  words: string
  /** The name of the part for screen readers, before its words. */
  label: string
  /** False for a person who may not change the rule. */
  mayEdit: boolean
  /** A mark that stays with the words. */
  mark?: string
  children: (close: () => void) => ReactNode
}

/** An underlined part of the sentence, which opens its choices below it; on phones at the bottom of the screen. */
export function SentencePart({ title, words, label, mayEdit, mark = '', children }: SentencePartProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [place, setPlace] = useState<Place>()
  const close = () => setPlace(undefined)

  function show() {
    const { left, bottom } = button.current?.getBoundingClientRect() ?? { left: 0, bottom: 0 }
    const fitting = document.documentElement.clientWidth - WIDTH_PX - GAP_PX
    setPlace({ x: Math.max(Math.min(left, fitting), GAP_PX), y: bottom + window.scrollY + GAP_PX })
  }

  if (!mayEdit)
    return (
      <>
        <bdi className="font-semibold wrap-anywhere">{words}</bdi>
        {mark}
      </>
    )
  return (
    <>
      <span className="max-w-full whitespace-nowrap">
        <button
          ref={button}
          type="button"
          aria-haspopup="dialog"
          aria-expanded={place !== undefined}
          aria-label={`${label}: ${words}`}
          onClick={show}
          className="relative max-w-full rounded-small text-start leading-normal font-semibold wrap-anywhere whitespace-normal text-leaf-strong underline decoration-2 underline-offset-5 after:absolute after:-inset-x-0.5 after:-inset-y-1.5 hover:bg-leaf-wash"
        >
          <bdi>{words}</bdi>
        </button>
        {mark}
      </span>
      {place && (
        <Popover title={title} place={place} opener={button} onClose={close}>
          {children(close)}
        </Popover>
      )}
    </>
  )
}

/** From the upper left corner of the page, in pixels. */
interface Place {
  readonly x: number
  readonly y: number
}

interface PopoverProps {
  title: string
  place: Place
  opener: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}

function Popover({ title, place, opener, onClose, children }: PopoverProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = box.current
    const from = opener.current
    if (!element) return undefined
    element.showPopover?.()
    element.querySelector<HTMLElement>(':checked, input, select, button')?.focus({ preventScroll: true })
    return () => {
      // A click elsewhere keeps its focus.
      if (document.activeElement === document.body) from?.focus()
    }
  }, [opener])

  return (
    <div
      ref={box}
      popover="auto"
      // A dialog element would be hidden while it is not opened as one.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="dialog"
      aria-labelledby={id}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      style={{ '--x': `${place.x}px`, '--y': `${place.y}px` }}
      className="m-0 max-h-[80dvh] overflow-y-auto border border-line bg-surface p-5 text-md leading-normal text-ink shadow-dialog backdrop:bg-transparent max-sm:fixed max-sm:inset-x-0 max-sm:top-auto max-sm:bottom-0 max-sm:w-full max-sm:max-w-full max-sm:rounded-t-card max-sm:backdrop:bg-[oklch(0%_0_0/0.4)] sm:absolute sm:top-(--y) sm:left-(--x) sm:w-88 sm:rounded-card"
    >
      <span aria-hidden className="mx-auto -mt-2 mb-3 block h-1 w-10 rounded-pill bg-line-strong sm:hidden" />
      <h3 id={id} className="mb-3 font-serif text-lg font-semibold">
        {title}
      </h3>
      <div className="grid gap-3">{children}</div>
    </div>
  )
}

export function Done({ onClick }: { onClick: () => void }) {
  return <Button onClick={onClick}>Done</Button>
}

interface ChoiceListProps<Id extends string> {
  label: string
  choices: ReadonlyArray<{ readonly id: Id; readonly label: string; readonly hint?: string | undefined }>
  chosen: Id | undefined
  onChoose: (id: Id) => void
}

/** Rows of which one is chosen. */
export function ChoiceList<Id extends string>({ label, choices, chosen, onChoose }: ChoiceListProps<Id>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className="-mx-2 grid gap-0.5">
      {choices.map((choice) => (
        <label
          key={choice.id}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 py-1.5 hover:bg-sunken has-checked:bg-leaf-wash has-focus-visible:outline-2 has-focus-visible:outline-leaf"
        >
          <input
            type="radio"
            name={name}
            checked={choice.id === chosen}
            onChange={() => onChoose(choice.id)}
            className="size-5 shrink-0 accent-leaf outline-none"
          />
          <span className="min-w-0">
            <bdi className="block wrap-anywhere">{choice.label}</bdi>
            {choice.hint !== undefined && <span className="block text-sm text-ink-soft">{choice.hint}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}
