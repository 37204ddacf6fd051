import { useCallback, useState, type ReactNode } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useWater, type Watered } from './use-water.ts'

/** Waters at once, or after a confirmation if the user wants one. `water` is stable; render `question` on the page. */
export function useWatering(confirmFirst: boolean): { water: (watered: Watered) => void; question: ReactNode } {
  const waterNow = useWater()
  const [asked, setAsked] = useState<Watered>()
  const water = useCallback(
    (watered: Watered) => (confirmFirst ? setAsked(watered) : waterNow(watered)),
    [confirmFirst, waterNow],
  )

  const question = (
    <ConfirmDialog
      open={asked !== undefined}
      title={
        asked === 'all' ? 'Do you really want to water all plants now?' : 'Do you really want to water this plant now?'
      }
      confirmLabel={asked === 'all' ? 'Water all plants' : 'Water'}
      onConfirm={() => {
        if (asked !== undefined) waterNow(asked)
      }}
      onClose={() => setAsked(undefined)}
    >
      The next watering will be counted from now.
    </ConfirmDialog>
  )
  return { water, question }
}
