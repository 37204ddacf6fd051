import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useWater } from './plant-queries.ts'

/** What is to be watered: a plant by its id, or all that live. */
type Wanted = { plantId: string } | 'all'

/** Waters at once, or after a question when the person wants to be asked. `question` belongs somewhere on the screen. */
export function useWatering(confirmFirst: boolean): { water: (wanted: Wanted) => void; question: ReactNode } {
  const { mutate } = useWater()
  const [asked, setAsked] = useState<Wanted>()

  function waterNow(wanted: Wanted) {
    mutate(wanted === 'all' ? undefined : wanted.plantId)
  }

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
      Its next watering is counted from now on.
    </ConfirmDialog>
  )
  return { water: (wanted) => (confirmFirst ? setAsked(wanted) : waterNow(wanted)), question }
}
