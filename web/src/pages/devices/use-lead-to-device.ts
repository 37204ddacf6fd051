import { useEffect, useRef } from 'react'

/** Focuses the name of a device, which brings its card into sight, as soon as it is shown and no dialog is above it. */
export function useLeadToDevice(): (deviceId: string) => void {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    const name = document.querySelector<HTMLElement>(`main article a[href="/mydevice/${wanted.current}"]`)
    if (!name) return
    wanted.current = undefined
    name.focus()
  })
  return (deviceId) => {
    wanted.current = deviceId
  }
}
