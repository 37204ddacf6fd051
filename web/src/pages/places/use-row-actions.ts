import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { Thing } from './garden.ts'
import type { RowActions } from './tree-row.tsx'
import type { Edit } from './use-edited-place.ts'

interface RowActionsOptions {
  toggle: (placeId: string) => void
  edit: Edit
  press: RowActions['onPress']
  setMoved: (thing: Thing) => void
  ask: (placeId: string) => void
  mayChange: boolean
}

/** Returns what a row does, and its menu. Stable while the options are. */
export function useRowActions({ toggle, edit, press, setMoved, ask, mayChange }: RowActionsOptions): RowActions {
  const [, navigate] = useLocation()
  return useMemo(() => {
    const move = (thing: Thing) => ({ label: 'Move to…', onChoose: () => setMoved(thing) })
    return {
      onPress: press,
      onToggle: ({ thing }) => toggle(thing.id),
      onActivate: ({ thing, isOpen }) => {
        if (thing.kind === 'device') navigate(`/mydevice/${thing.id}`)
        else if (thing.kind === 'place' && mayChange) edit({ placeId: thing.id })
        else if (isOpen !== undefined) toggle(thing.id)
      },
      menuOf: ({ thing }) => {
        if (thing.kind === 'device')
          return [[{ label: 'Open device', onChoose: () => navigate(`/mydevice/${thing.id}`) }, move(thing)]]
        if (thing.kind === 'plant') return [[move(thing)]]
        return [
          [
            { label: 'Edit', onChoose: () => edit({ placeId: thing.id }) },
            { label: 'Add a place inside', onChoose: () => edit({ parentId: thing.id }) },
            move(thing),
          ],
          [{ label: 'Delete', isDanger: true, onChoose: () => ask(thing.id) }],
        ]
      },
    }
  }, [toggle, edit, press, setMoved, ask, mayChange, navigate])
}
