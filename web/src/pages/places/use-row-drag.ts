import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type PointerEvent as ReactPointerEvent,
} from 'react'
import type { Thing } from './garden.ts'

const HOLD_MS = 500
/** A press that moves less is a click. */
const START_PX = 6

export interface Drag {
  readonly thing: Thing
  readonly x: number
  readonly y: number
  /** The place under the pointer; null above no place, undefined outside the tree. */
  readonly into: string | null | undefined
}

interface RowDrag {
  readonly drag: Drag | undefined
  /** Stable. */
  readonly press: (event: ReactPointerEvent, thing: Thing) => void
}

/** Drags rows with the pointer, on touch screens after a hold. Elements name their place in `data-into`. */
export function useRowDrag(onDrop: (thing: Thing, parentId: string | null) => void): RowDrag {
  const [drag, setDrag] = useState<Drag>()
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  const drop = useRef(onDrop)
  useLayoutEffect(() => {
    drop.current = onDrop
  })

  const press = useCallback((event: ReactPointerEvent, thing: Thing) => {
    const { button, pointerType, clientX, clientY, target } = event
    if (button !== 0 || (target as Element).closest('button, [popover], [data-chevron]')) return
    stop.current?.()
    const isTouch = pointerType === 'touch'
    let last: Drag | undefined
    const show = (x: number, y: number) => {
      last = { thing, x, y, into: placeAt(x, y) }
      setDrag(last)
    }
    const listening = new AbortController()
    const hold = isTouch ? setTimeout(() => show(clientX, clientY), HOLD_MS) : undefined
    const end = () => {
      clearTimeout(hold)
      listening.abort()
      setDrag(undefined)
    }
    stop.current = end
    const { signal } = listening
    window.addEventListener(
      'pointermove',
      ({ clientX: x, clientY: y }) => {
        const isAway = Math.hypot(x - clientX, y - clientY) > START_PX
        if (last || (isAway && !isTouch)) show(x, y)
        else if (isAway) end()
      },
      { signal },
    )
    window.addEventListener(
      'pointerup',
      () => {
        end()
        if (last?.into !== undefined) drop.current(thing, last.into)
      },
      { signal },
    )
    window.addEventListener('pointercancel', end, { signal })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal })
    // A page that scrolls takes the pointer.
    window.addEventListener('touchmove', (event) => last && event.preventDefault(), { signal, passive: false })
    window.addEventListener('contextmenu', (event) => last && event.preventDefault(), { signal })
  }, [])

  return { drag, press }
}

function placeAt(x: number, y: number): string | null | undefined {
  const into = document.elementFromPoint(x, y)?.closest('[data-into]')?.getAttribute('data-into')
  return into === '' ? null : (into ?? undefined)
}
