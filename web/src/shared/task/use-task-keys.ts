import { useEffect, type RefObject } from 'react'
import { topDialog } from '../../ui/open-dialogs.ts'

const TYPED_IN = 'input, textarea, select, [contenteditable]'
const ACTS = new Set(['x', 's'])
const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 }

/** `j` and `k` move the focus between the rows below an element, `x` does the focused one, `s` opens its menu. */
export function useTaskKeys(board: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event
      if (ctrlKey || metaKey || altKey || defaultPrevented || topDialog()) return
      if (target instanceof Element && target.closest(TYPED_IN)) return
      const rows = [...(board.current?.querySelectorAll<HTMLElement>('[data-task-row]') ?? [])]
      const index = rows.findIndex((row) => row.contains(document.activeElement))
      const step = STEPS[key]
      if (step !== undefined) rows[index === -1 ? 0 : Math.max(index + step, 0)]?.focus()
      else if (ACTS.has(key)) rows[index]?.querySelector<HTMLElement>(`[aria-keyshortcuts=${key}]`)?.click()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [board])
}
