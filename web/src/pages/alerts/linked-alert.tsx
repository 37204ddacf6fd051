import type { Episode } from '@greenhouse/contract'
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useSearchParams } from 'wouter'
import { ALERT_PARAMETER } from '../../shared/episode/episode-parts.tsx'

/** Pages of older alerts that are searched: a deleted alert is on none. */
const PAGES_MAX = 20

interface Linked {
  /** The alert that the address names. */
  readonly id: string | undefined
  /** Whether its row has had the focus, which it does not take again. */
  readonly isReached: boolean
  readonly reach: () => void
}

const LinkedContext = createContext<Linked>({ id: undefined, isReached: true, reach: () => undefined })

interface LinkedAlertProps {
  episodes: readonly Episode[]
  more: { readonly isLoading: boolean; readonly show: () => void } | undefined
  children: ReactNode
}

/** Shows older alerts until the one that the address names is among them. */
export function LinkedAlert({ episodes, more, children }: LinkedAlertProps) {
  const [search] = useSearchParams()
  const id = search.get(ALERT_PARAMETER) ?? undefined
  const [reached, setReached] = useState<string>()
  const pages = useRef(0)
  const isMissing = id !== undefined && !episodes.some(({ episodeId }) => episodeId === id)
  useEffect(() => {
    if (!isMissing || !more || more.isLoading || pages.current >= PAGES_MAX) return
    pages.current++
    more.show()
  })
  const linked = useMemo(() => ({ id, isReached: reached === id, reach: () => setReached(id) }), [id, reached])
  return <LinkedContext value={linked}>{children}</LinkedContext>
}

export function useLinkedId(): string | undefined {
  return useContext(LinkedContext).id
}

/** Returns whether the address names one of these alerts. Then scrolls to the title of their row, and focuses it once. */
export function useIsLinked(episodes: readonly Episode[], title: RefObject<HTMLElement | null>): boolean {
  const { id, isReached, reach } = useContext(LinkedContext)
  const isLinked = id !== undefined && episodes.some(({ episodeId }) => episodeId === id)
  useEffect(() => {
    if (!isLinked || isReached) return
    title.current?.scrollIntoView({ block: 'center' })
    title.current?.focus({ preventScroll: true })
    reach()
  }, [isLinked, isReached, reach, title])
  return isLinked
}
