import { useEffect, useRef, type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { contentWords, placeFacts } from './place-words.ts'
import type { Garden, TreeRow } from './garden.ts'
import type { MoveKey } from './key-move.ts'
import type { RowState } from './row-states.ts'
import { PlaceTreeRow, type RowActions } from './tree-row.tsx'
import type { Drag } from './use-row-drag.ts'

export interface PlaceTreeProps {
  garden: Garden
  rows: readonly TreeRow[]
  states: ReadonlyMap<string, RowState>
  /** Id of the row in the tab order; the first one by default. */
  current: string | undefined
  onCurrent: (id: string) => void
  selected: string | undefined
  drag: Drag | undefined
  mayChange: boolean
  actions: RowActions
  onMove: (row: TreeRow, key: MoveKey) => void
  /** A question below a row. */
  question: { readonly id: string; readonly content: ReactNode } | undefined
}

/** Arrow keys, Home, End and letters move, Enter activates, Alt and arrows move the row. */
export function PlaceTree(props: PlaceTreeProps) {
  const { garden, rows, states, selected, drag, mayChange, actions, question } = props
  const list = useRef<HTMLUListElement>(null)
  const current = rows.some(({ thing }) => thing.id === props.current) ? props.current : rows[0]?.thing.id
  const keys = useTreeKeys(list, props)
  return (
    <ul ref={list} role="tree" aria-label="Places" {...keys}>
      {rows.map((row) => (
        <PlaceTreeRow
          key={row.thing.id}
          row={row}
          facts={factsOf(garden, row)}
          content={row.thing.kind === 'place' ? contentWords(garden.counts.get(row.thing.id) ?? NOTHING) : ''}
          state={states.get(row.thing.id)}
          isCurrent={row.thing.id === current}
          isSelected={row.thing.id === selected}
          isTarget={drag !== undefined && row.thing.id === drag.into && drag.thing.id !== drag.into}
          mayChange={mayChange}
          actions={actions}
          question={question?.id === row.thing.id ? question.content : undefined}
        />
      ))}
    </ul>
  )
}

function useTreeKeys(
  list: RefObject<HTMLUListElement | null>,
  { rows, mayChange, actions, onMove, onCurrent }: PlaceTreeProps,
) {
  const moved = useRef<string>(undefined)

  // A row loses the focus when its element moves in the document.
  useEffect(() => {
    if (moved.current !== undefined && document.activeElement === document.body) focusRow(list.current, moved.current)
  })

  function onKeyDown(event: KeyboardEvent) {
    const { target, key, altKey, ctrlKey, metaKey } = event
    // Not the keys of menus and questions inside.
    if (!(target instanceof HTMLElement) || target.dataset['row'] === undefined || ctrlKey || metaKey) return
    const index = rows.findIndex(({ thing }) => thing.id === target.dataset['row'])
    const row = rows[index]
    const act = row && (altKey ? moveBy(row, key) : actionOf(row, index, key))
    if (!act) return
    event.preventDefault()
    act()
  }

  function onFocus({ target }: FocusEvent) {
    const id = target.closest<HTMLElement>('[data-row]')?.dataset['row']
    if (id === undefined) return
    if (id !== moved.current) moved.current = undefined
    onCurrent(id)
  }

  function moveBy(row: TreeRow, key: string): (() => void) | undefined {
    const moveKey = MOVE_KEYS.find((one) => one === key)
    if (moveKey === undefined || !mayChange) return undefined
    return () => {
      moved.current = row.thing.id
      onMove(row, moveKey)
    }
  }

  function actionOf(row: TreeRow, index: number, key: string): (() => void) | undefined {
    if (key === 'Enter' || key === ' ') return () => actions.onActivate(row)
    if ((key === 'ArrowRight' && row.isOpen === false) || (key === 'ArrowLeft' && row.isOpen === true))
      return () => actions.onToggle(row)
    const to = rowAfter(rows, index, key)
    return to && (() => focusRow(list.current, to.thing.id))
  }

  return { onKeyDown, onFocus }
}

export function focusRow(within: ParentNode | null, id: string): void {
  within?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus()
}

const MOVE_KEYS: readonly MoveKey[] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']
const NOTHING = { devices: 0, plants: 0 }

/** Returns the row that a key leads to. */
function rowAfter(rows: readonly TreeRow[], index: number, key: string): TreeRow | undefined {
  const row = rows[index]
  if (key === 'ArrowDown') return rows[index + 1]
  if (key === 'ArrowUp') return rows[index - 1]
  if (key === 'Home') return rows[0]
  if (key === 'End') return rows.at(-1)
  if (key === 'ArrowRight') return row?.isOpen === true ? rows[index + 1] : undefined
  if (key === 'ArrowLeft') return rows.find(({ thing }) => thing.id === row?.parentId)
  if (key.length !== 1) return undefined
  const begins = ({ thing }: TreeRow) => thing.name.toLowerCase().startsWith(key.toLowerCase())
  return rows.slice(index + 1).find(begins) ?? rows.find(begins)
}

function factsOf({ tree }: Garden, { thing, parentId }: TreeRow): string {
  if (thing.kind === 'place') return placeFacts(thing.place, tree.byId.get(parentId ?? ''))
  return thing.kind === 'plant' ? thing.plant.plantType : ''
}
