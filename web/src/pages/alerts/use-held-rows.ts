import type { Episode } from '@greenhouse/contract'
import { useRef, useState, type FocusEvent } from 'react'

/** Keeps rows in their places while the pointer or the focus is on them: new ones wait until they are shown. */
export function useHeldRows(sorted: readonly Episode[]) {
  const [isHeld, setHeld] = useState(false)
  const [known, setKnown] = useState<ReadonlySet<string>>(() => idsOf(sorted))
  const list = useRef<HTMLUListElement>(null)
  const news = sorted.filter(({ episodeId }) => !known.has(episodeId))
  const show = () => setKnown(idsOf(sorted))
  if (!isHeld && (news.length > 0 || known.size !== sorted.length)) show()
  return {
    rows: isHeld ? sorted.filter(({ episodeId }) => known.has(episodeId)) : sorted,
    waiting: isHeld ? news.length : 0,
    show,
    list,
    hold: {
      onPointerEnter: () => setHeld(true),
      onPointerLeave: () => setHeld(list.current?.contains(document.activeElement) === true),
      onFocus: () => setHeld(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setHeld(currentTarget.contains(relatedTarget) || currentTarget.matches(':hover')),
    },
  }
}

function idsOf(episodes: readonly Episode[]): ReadonlySet<string> {
  return new Set(episodes.map(({ episodeId }) => episodeId))
}
