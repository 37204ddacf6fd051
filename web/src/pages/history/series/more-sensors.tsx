import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { SensorTab } from './use-shown-series.ts'

const SensorDialog = lazy(async () => ({ default: (await import('./sensor-dialog.tsx')).SensorDialog }))

/** More tabs than these leave the screen. */
const TABS_MAX = 9

interface MoreSensorsProps {
  tabs: readonly SensorTab[]
  onChoose: (tab: string) => void
}

/** Lists the sensors of a device with many in a dialog. */
export function MoreSensors({ tabs, onChoose }: MoreSensorsProps) {
  const [open, setOpen] = useState(false)
  if (tabs.length <= TABS_MAX) return undefined
  return (
    <>
      <Button dense variant="ghost" onClick={() => setOpen(true)} className="m-2 shrink-0 self-center">
        More
      </Button>
      <Suspense>{open && <SensorDialog tabs={tabs} onChoose={onChoose} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
