import { useState } from 'react'
import { MetricIcon } from '../../../shared/metric/metric-icon.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import type { SensorTab } from './use-shown-series.ts'

interface SensorDialogProps {
  tabs: readonly SensorTab[]
  onChoose: (tab: string) => void
  onClose: () => void
}

export function SensorDialog({ tabs, onChoose, onClose }: SensorDialogProps) {
  const [words, setWords] = useState('')
  const found = tabs.filter(({ label }) => label.toLowerCase().includes(words.trim().toLowerCase()))
  return (
    <Dialog title="Sensors" open onClose={onClose}>
      <SearchField label="Search sensors" value={words} onChange={setWords} />
      <ul className="mt-2">
        {found.map(({ id, label, metric }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => {
                onChoose(id)
                onClose()
              }}
              className="flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-start hover:bg-sunken"
            >
              <MetricIcon metric={metric.id} />
              {label}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="p-3 text-ink-soft">No sensor has this name.</p>}
    </Dialog>
  )
}
