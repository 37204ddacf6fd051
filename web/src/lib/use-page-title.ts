import { useEffect } from 'react'

const APPLICATION = 'Greenhouse Application'

/** Names the page in the tab and the history: `History · Greenhouse Application`. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title === undefined ? APPLICATION : `${title} · ${APPLICATION}`
  }, [title])
}
