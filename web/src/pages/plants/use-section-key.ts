import { useEffect, useEffectEvent } from 'react'
import { topDialog } from '../../ui/open-dialogs.ts'
import type { Section } from './plant-sections.ts'

const TYPED_IN = 'textarea, select, [contenteditable], input:not([type=checkbox])'

/** While plants are selected, Ctrl A chooses all living plants of the focused section, or else of the first one. */
export function useSectionKey(
  isOn: boolean,
  sections: readonly Section[],
  onAddAll: (ids: readonly string[]) => void,
): void {
  const addSection = useEffectEvent(() => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-section]')?.dataset['section']
    const section = sections.find(({ id }) => id === focused) ?? sections[0]
    onAddAll((section?.plants ?? []).filter(({ isDead }) => !isDead).map(({ plantId }) => plantId))
  })
  useEffect(() => {
    if (!isOn) return undefined
    function press(event: KeyboardEvent) {
      const { key, target, ctrlKey, metaKey, shiftKey, altKey } = event
      if (key.toLowerCase() !== 'a' || !(ctrlKey || metaKey) || shiftKey || altKey || topDialog()) return
      if (target instanceof Element && target.closest(TYPED_IN)) return
      event.preventDefault()
      addSection()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
}
