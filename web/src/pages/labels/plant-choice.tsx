import type { PlantLabel } from '@greenhouse/contract'
import { ChevronRight } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

interface PlantChoiceProps {
  labels: readonly PlantLabel[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

export function PlantChoice({ labels, chosen, onChoose }: PlantChoiceProps) {
  function toggle(plantId: string) {
    const next = new Set(chosen)
    if (!next.delete(plantId)) next.add(plantId)
    onChoose(next)
  }

  return (
    <details className="group rounded-card border border-line bg-surface">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-card px-4 font-medium">
        <ChevronRight aria-hidden className="size-4 text-ink-soft transition-transform group-open:rotate-90" />
        {chosen.size} of {labels.length === 1 ? '1 plant' : `${labels.length} plants`}
      </summary>
      <div className="border-t border-line p-2">
        <div className="flex gap-2 p-2">
          <Button dense onClick={() => onChoose(new Set(labels.map(({ plantId }) => plantId)))}>
            All
          </Button>
          <Button dense variant="ghost" onClick={() => onChoose(new Set())}>
            None
          </Button>
        </div>
        <ul className="max-h-80 overflow-y-auto">
          {labels.map(({ plantId, plantName }) => (
            <li key={plantId}>
              <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 hover:bg-sunken">
                <input
                  type="checkbox"
                  checked={chosen.has(plantId)}
                  onChange={() => toggle(plantId)}
                  className="size-4.5 shrink-0 accent-leaf"
                />
                <bdi className="min-w-0 truncate">{plantName}</bdi>
              </label>
            </li>
          ))}
        </ul>
      </div>
    </details>
  )
}
