import { useEffect, type RefObject } from 'react'
import { onTopDialogChange, topDialog } from './open-dialogs.ts'

/** Skips rows just out of sight (grandchildren of the list) while a dialog makes the page inert, which restyles all. */
export function useRestingRows(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let resting: readonly HTMLElement[] = []
    // Runs after the page is painted without the dialog; another one may be open by then.
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

function rest(list: HTMLElement | null): readonly HTMLElement[] {
  const outOfSight = [...(list?.querySelectorAll<HTMLElement>(':scope > * > *') ?? [])].filter(isNearButOutOfSight)
  // Measured before the first change, to avoid repeated layout.
  for (const row of outOfSight) row.style.contentVisibility = 'hidden'
  return outOfSight
}

/** Skipped rows are not measured, which would force their layout. */
function isNearButOutOfSight(row: HTMLElement): boolean {
  if (!row.firstElementChild?.checkVisibility({ contentVisibilityAuto: true })) return false
  const { top, bottom } = row.getBoundingClientRect()
  return bottom < 0 || top > window.innerHeight
}

function afterNextFrame(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act))
}
