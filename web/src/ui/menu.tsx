import { Check } from 'lucide-react'
import {
  useId,
  useRef,
  useState,
  type ButtonHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type ToggleEvent,
} from 'react'
import { classes } from '../lib/classes.ts'
import { Track } from './toggle.tsx'

export interface MenuEntry {
  /** Needed where labels may be equal. */
  readonly key?: string
  readonly label: string
  readonly icon?: ReactNode
  /** A line below the label. */
  readonly hint?: string | undefined
  /** Makes the entry a switch. */
  readonly isOn?: boolean
  readonly onChoose: () => void
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  /** Makes the entry one of several choices. */
  readonly isChosen?: boolean
  /** Keyboard shortcuts at the menu's button, as in `aria-keyshortcuts`. */
  readonly keys?: string
}

interface MenuProps extends Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'id' | 'onKeyDown' | 'tabIndex'> {
  /** Also labels the button, unless `buttonLabel` is given. */
  label: string
  buttonLabel?: string
  children: ReactNode
  groups: ReadonlyArray<readonly MenuEntry[]>
  head?: ReactNode
  /** Opens at the bottom of phones. */
  isSheet?: boolean
  /** Called before the menu is shown. */
  onOpen?: () => void
  className?: string
}

const GAP_PX = 8
const WIDTH = '16rem'

/** Arrow keys, Home and End move, Escape closes. Opens above the button if there is no room below. */
export function Menu({
  label,
  buttonLabel = label,
  children,
  groups,
  head,
  isSheet = false,
  onOpen,
  className,
  ...more
}: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  function place({ newState }: ToggleEvent) {
    if (newState !== 'open' || !button.current || !menu.current) return
    onOpen?.()
    placeBelow(button.current, menu.current)
  }

  function toggled({ newState }: ToggleEvent) {
    setOpen(newState === 'open')
    if (newState !== 'open' || !button.current || !menu.current) return
    placeAboveIfCut(button.current, menu.current)
    menu.current.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={buttonLabel}
        className={className}
        {...more}
      >
        {children}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        onBeforeToggle={place}
        onToggle={toggled}
        className={classes(
          'absolute inset-auto m-0 w-64 rounded-card border border-line bg-surface p-1.5 text-ink shadow-dialog',
          isSheet && 'menu-sheet',
        )}
      >
        {head}
        <Entries label={label} groups={groups} close={() => menu.current?.hidePopover()} />
      </div>
    </>
  )
}

function Entries({ label, groups, close }: Pick<MenuProps, 'label' | 'groups'> & { close: () => void }) {
  return (
    <div role="menu" aria-label={label} tabIndex={-1} onKeyDown={moveFocus}>
      {groups.map((entries, index) => (
        <div key={entries[0]?.label} role="none">
          {index > 0 && <hr className="mx-3 my-1.5 border-line" />}
          {entries.map(({ key, ...entry }) => (
            <Entry key={key ?? entry.label} {...entry} close={close} />
          ))}
        </div>
      ))}
    </div>
  )
}

function Entry({
  label,
  icon,
  hint,
  isOn,
  onChoose,
  isDanger = false,
  isDisabled = false,
  isChosen,
  keys,
  close,
}: Omit<MenuEntry, 'key'> & { close: () => void }) {
  return (
    <button
      type="button"
      role={roleOf(isOn, isChosen)}
      aria-checked={isOn ?? isChosen}
      tabIndex={-1}
      aria-disabled={isDisabled || undefined}
      aria-keyshortcuts={keys}
      onClick={() => {
        if (isDisabled) return
        if (isOn === undefined) close()
        onChoose()
      }}
      className={classes(
        'flex min-h-11 w-full items-center gap-2 rounded-control px-3 text-start hover:bg-sunken -outline-offset-2!',
        isDanger && 'text-danger',
        isDisabled && 'opacity-60',
      )}
    >
      {icon !== undefined && <span className="shrink-0 text-ink-soft *:size-4.5">{icon}</span>}
      <span className="grow wrap-anywhere">
        <span>{label}</span>
        {hint !== undefined && <span className="block text-xs text-ink-soft">{hint}</span>}
      </span>
      {isOn !== undefined && <Track on={isOn} />}
      {isChosen && <Check aria-hidden className="size-4 shrink-0 text-leaf" />}
    </button>
  )
}

function roleOf(isOn: boolean | undefined, isChosen: boolean | undefined) {
  if (isOn !== undefined) return 'menuitemcheckbox'
  return isChosen === undefined ? 'menuitem' : 'menuitemradio'
}

/** The popover is part of the page and scrolls with it. */
function placeBelow(button: HTMLElement, menu: HTMLElement): void {
  const { bottom, right } = button.getBoundingClientRect()
  menu.style.top = `${bottom + window.scrollY + GAP_PX}px`
  // A button near the left edge of a phone has less room than the menu's width.
  menu.style.right = `min(${document.documentElement.clientWidth - right}px, calc(100% - ${WIDTH} - ${GAP_PX}px))`
}

function placeAboveIfCut(button: HTMLElement, menu: HTMLElement): void {
  const { height, bottom } = menu.getBoundingClientRect()
  const { top } = button.getBoundingClientRect()
  if (bottom > window.innerHeight && top > height) menu.style.top = `${top + window.scrollY - GAP_PX - height}px`
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  const index = entries.findIndex((entry) => entry === document.activeElement)
  const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  entries.at(to % entries.length)?.focus()
}
