import { useEffect, useRef, useState } from 'react'

/** Throttles a text that is read to screen readers. */
export function useCalmText(text: string, ms: number): string {
  const [said, setSaid] = useState(text)
  const saidAt = useRef(0)
  useEffect(() => {
    const timer = setTimeout(
      () => {
        saidAt.current = Date.now()
        setSaid(text)
      },
      Math.max(saidAt.current + ms - Date.now(), 0),
    )
    return () => clearTimeout(timer)
  }, [text, ms])
  return said
}
