import { Trash2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Panel } from './panel.tsx'

interface RemovePanelProps {
  onDeleteReadings: () => void
  onRemove: () => void
}

export function RemovePanel({ onDeleteReadings, onRemove }: RemovePanelProps) {
  return (
    <Panel title="Remove" icon={Trash2}>
      <p className="mb-4 text-sm text-ink-soft">
        The readings of a device are deleted with it, and its token stops working. Neither can be undone.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button dense onClick={onDeleteReadings}>
          Delete readings
        </Button>
        <Button variant="danger" dense onClick={onRemove}>
          Remove device
        </Button>
      </div>
    </Panel>
  )
}
