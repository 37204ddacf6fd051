import { useEffect, useRef, useState } from 'react'

/** Throttles a text that is read to screen readers. */
export function useThrottledText(text: string, ms: number): string {
  const [shown, setShown] = useState(text)
  const shownAt = useRef(0)
  useEffect(() => {
    const timer = setTimeout(
      () => {
        shownAt.current = Date.now()
        setShown(text)
      },
      Math.max(shownAt.current + ms - Date.now(), 0),
    )
    return () => clearTimeout(timer)
  }, [text, ms])
  return shown
}
