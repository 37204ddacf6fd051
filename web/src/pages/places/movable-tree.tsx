import { MINUTE_MS, type Place } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { openEpisodes } from '../../shared/episode/episode-queries.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import { useNow } from '../../lib/use-now.ts'
import type { Garden, Thing, TreeRow } from './garden.ts'
import { keyMove, type MoveKey } from './key-move.ts'
import { MoveDialog } from './move-dialog.tsx'
import { focusRow } from './place-tree.tsx'
import { RemoveQuestion } from './remove-question.tsx'
import { statesOf } from './row-states.ts'
import { TreePanel } from './tree-panel.tsx'
import type { Edit, Edited } from './use-edited-place.ts'
import { useMoves } from './use-moves.ts'
import { usePlaceRows } from './use-place-rows.ts'
import { useRowActions } from './use-row-actions.ts'
import { useRowDrag } from './use-row-drag.ts'

interface MovableTreeProps {
  garden: Garden
  mayChange: boolean
  form: Edited | undefined
  edit: Edit
}

export function MovableTree({ garden, mayChange, form, edit }: MovableTreeProps) {
  const { tree } = garden
  // The tree is whole without the state of its rows.
  const { data: episodes = NONE } = useQuery(openEpisodes)
  const { data: series = NONE } = useQuery(newestSeries)
  const now = useNow(MINUTE_MS)
  const states = useMemo(() => statesOf(garden, { episodes, series, now }), [garden, episodes, series, now])
  const shown = usePlaceRows(garden)
  const moves = useMoves(tree)
  const [current, setCurrent] = useState<string>()
  const [moved, setMoved] = useState<Thing>()
  const { drag, press } = useRowDrag((thing, parentId) => {
    if (thing.id === parentId) return
    shown.show(thing, parentId)
    void moves.tryMove(thing, { parentId })
  })
  const selected = form && 'placeId' in form ? form.placeId : undefined
  const { question, ask } = useRemoval(garden, (place) => {
    moves.announce(`${place.name}, deleted`)
    if (selected === place.placeId) edit(undefined)
  })
  const actions = useRowActions({ toggle: shown.toggle, edit, press, setMoved, ask, mayChange })

  function moveBy(row: TreeRow, key: MoveKey) {
    const to = keyMove(garden, row, key)
    if (!to) return
    if (to.parentId !== row.parentId) shown.show(row.thing, to.parentId)
    void moves.tryMove(row.thing, to)
  }

  async function moveTo(thing: Thing, parentId: string | null) {
    await moves.move(thing, { parentId })
    shown.show(thing, parentId)
  }

  return (
    <>
      <output className="sr-only">
        <span key={moves.announced.count}>{moves.announced.words}</span>
      </output>
      <TreePanel
        garden={garden}
        shown={shown}
        states={states}
        current={current}
        onCurrent={setCurrent}
        selected={selected}
        drag={drag}
        mayChange={mayChange}
        actions={actions}
        onMove={moveBy}
        question={question}
      />
      <MoveDialog tree={tree} thing={moved} onMove={moveTo} onClose={() => setMoved(undefined)} />
    </>
  )
}

const NONE: readonly never[] = []

/** Asks in the row of a place. The focus goes back to the row, or to the place above a removed one. */
function useRemoval(garden: Garden, onRemoved: (place: Place) => void) {
  const [asked, ask] = useState<string>()
  const place = garden.tree.byId.get(asked ?? '')

  function close(focused: string | null) {
    ask(undefined)
    // Once the row is rendered without the question.
    if (focused !== null) requestAnimationFrame(() => focusRow(document, focused))
  }

  const question = place && {
    id: place.placeId,
    content: (
      <RemoveQuestion
        garden={garden}
        place={place}
        onKeep={() => close(place.placeId)}
        onRemoved={() => {
          close(place.parentId ?? garden.tree.children.get(null)?.find((one) => one !== place)?.placeId ?? null)
          onRemoved(place)
        }}
      />
    ),
  }
  return { question, ask }
}
