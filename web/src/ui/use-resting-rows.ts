import { useEffect, type RefObject } from 'react'
import { onTopDialogChange, topDialog } from './open-dialogs.ts'

/**
 * Takes the rows of a long list that are out of sight out of rendering while a dialog is open. A dialog makes the page
 * below it inert, for which the browser computes the style of each rendered element anew; rows that are out of sight can't be
 * scrolled to meanwhile, nor found.
 */
export function useRestingRows(list: RefObject<HTMLElement | null>): void {
  useEffect(
    () =>
      onTopDialogChange(() => (topDialog() ? restRows(list.current) : afterNextFrame(() => wakeRows(list.current)))),
    [list],
  )
}

function restRows(list: HTMLElement | null): void {
  const outOfSight = rowsOf(list).filter((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return bottom < 0 || top > window.innerHeight
  })
  // All were looked at before the first changes, so that the browser lays the page out once.
  for (const row of outOfSight) row.style.contentVisibility = 'hidden'
}

/** Once the page without the dialog is drawn; another dialog may be open by then. */
function wakeRows(list: HTMLElement | null): void {
  if (topDialog()) return
  for (const row of rowsOf(list)) row.style.contentVisibility = ''
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.children ?? [])].filter((row) => row instanceof HTMLElement)
}

function afterNextFrame(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act))
}
