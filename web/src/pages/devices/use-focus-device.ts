import { useEffect, useRef } from 'react'

/** Focuses a device's name once it is rendered and no dialog is open. */
export function useFocusDevice(): (deviceId: string) => void {
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
