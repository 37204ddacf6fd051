import { useEffect, type RefObject } from 'react'
import { nextFrame } from '../lib/next-frame.ts'
import { onTopDialogChange, topDialog } from './open-dialogs.ts'

/** Skips rows just out of sight (grandchildren of the list) while a dialog makes the page inert, which restyles all. */
export function useSkippedRows(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let skipped: readonly HTMLElement[] = []
    // Runs after the page is painted without the dialog; another one may be open by then.
    const restore = () => {
      if (topDialog()) return
      for (const row of skipped) row.style.contentVisibility = ''
      skipped = []
    }
    return onTopDialogChange(() => {
      if (!topDialog()) return void nextFrame().then(restore)
      if (skipped.length === 0) skipped = skip(list.current)
    })
  }, [list])
}

function skip(list: HTMLElement | null): readonly HTMLElement[] {
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
