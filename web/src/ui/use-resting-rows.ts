import { useEffect, type RefObject } from 'react'
import { onTopDialogChange, topDialog } from './open-dialogs.ts'

/**
 * Takes the rows of a long list that are out of sight, but near enough to be rendered, out of rendering while a dialog is
 * open. A dialog makes the page below it inert, for which the browser computes the style of each rendered element anew; rows
 * that are out of sight can't be scrolled to meanwhile, nor found. The children of the list are blocks, their children rows;
 * what is far out of sight is skipped by `content-visibility: auto` already.
 */
export function useRestingRows(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let resting: readonly HTMLElement[] = []
    // Once the page without the dialog is drawn; another dialog may be open by then.
    const wake = () => {
      if (topDialog()) return
      for (const row of resting) row.style.contentVisibility = ''
      resting = []
    }
    return onTopDialogChange(() => {
      if (!topDialog()) return afterNextFrame(wake)
      if (resting.length === 0) resting = rest(list.current)
    })
  }, [list])
}

/** Returns the rows that it took out of rendering. */
function rest(list: HTMLElement | null): readonly HTMLElement[] {
  const outOfSight = [...(list?.querySelectorAll<HTMLElement>(':scope > * > *') ?? [])].filter(isNearButOutOfSight)
  // All were looked at before the first changes, so that the browser lays the page out once.
  for (const row of outOfSight) row.style.contentVisibility = 'hidden'
  return outOfSight
}

/** Where a row is skipped already, its place is not asked for: the browser would lay out what it skips. */
function isNearButOutOfSight(row: HTMLElement): boolean {
  if (!row.firstElementChild?.checkVisibility({ contentVisibilityAuto: true })) return false
  const { top, bottom } = row.getBoundingClientRect()
  return bottom < 0 || top > window.innerHeight
}

function afterNextFrame(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act))
}
