import { useEffect } from 'react'

const APPLICATION = 'Greenhouse Application'

/** Sets the title: `History · Greenhouse Application`. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title === undefined ? APPLICATION : `${title} · ${APPLICATION}`
  }, [title])
}
