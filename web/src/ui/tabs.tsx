import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { classes } from '../lib/classes.ts'

interface Tab<Id extends string = string> {
  id: Id
  label: string
  /** A colour token without `--` for the line below the selected tab. */
  colour?: string
  /** Replaces the label. */
  face?: ReactNode
}

interface TabsProps<Id extends string> {
  label: string
  tabs: ReadonlyArray<Tab<Id>>
  selected: Id
  onSelect: (id: Id) => void
  /** Wraps tabs on wide screens, because a mouse can't swipe. */
  wraps?: boolean
  /** Follows the row of tabs. */
  end?: ReactNode
  rowClassName?: string
  children?: ReactNode
  className?: string
}

/** Arrow keys, Home and End move and select. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, tabs, selected, onSelect, wraps = false, end, rowClassName, children, className } = props
  const base = useId()
  const list = useRef<HTMLDivElement>(null)

  useScrollTo(list, selected)

  function move(event: KeyboardEvent) {
    const next = tabAfter(tabs, selected, event.key)
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus()
  }

  return (
    <div className={className}>
      <div className={classes('flex border-b border-line', rowClassName)}>
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          className={classes(
            '-mb-px forced-colors:mb-0 flex min-w-0 grow overflow-x-auto [scrollbar-width:none]',
            wraps && 'sm:flex-wrap',
          )}
        >
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${base}-${tab.id}`}
              data-tab={tab.id}
              aria-selected={tab.id === selected}
              aria-controls={`${base}-panel`}
              tabIndex={tab.id === selected ? 0 : -1}
              onClick={() => onSelect(tab.id)}
              onKeyDown={move}
              style={{ '--tab': `var(--${tab.colour ?? 'leaf'})` }}
              className={classes(
                'min-h-11 shrink-0 border-b-3 px-3 sm:px-4 -outline-offset-2! transition-colors',
                tab.id === selected
                  ? 'border-(--tab) font-semibold text-ink forced-colors:border-[Highlight]'
                  : 'border-transparent text-ink-soft hover:text-ink',
              )}
            >
              {tab.face ?? tab.label}
            </button>
          ))}
        </div>
        {end}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${selected}`}>
        {children}
      </div>
    </div>
  )
}

/** Scrolls the row to the selected tab, which may be out of view. */
function useScrollTo(list: RefObject<HTMLElement | null>, selected: string): void {
  useLayoutEffect(() => {
    const [row, tab] = [list.current, list.current?.querySelector(`[data-tab="${selected}"]`)]
    if (!row || !tab) return
    const [inside, own] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
    row.scrollLeft += Math.max(own.right - inside.right, 0) + Math.min(own.left - inside.left, 0)
  }, [list, selected])
}

function tabAfter<Id extends string>(tabs: ReadonlyArray<Tab<Id>>, selected: Id, key: string): Tab<Id> | undefined {
  const index = tabs.findIndex(({ id }) => id === selected)
  const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[key]
  return to === undefined ? undefined : tabs.at(to % tabs.length)
}
