import { Plus, SearchX, Sprout } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** @param hidesDead true while existing dead plants are hidden */
export function NoPlants({ hidesDead, onAdd }: { hidesDead: boolean; onAdd: () => void }) {
  return (
    <EmptyState
      className="rounded-card border-2 border-dashed border-line-strong"
      icon={<Sprout aria-hidden className="size-8" />}
      title="No plants found"
      action={
        <Button variant="leaf" onClick={onAdd}>
          <Plus aria-hidden className="size-4.5" />
          Add a plant
        </Button>
      }
    >
      {hidesDead
        ? 'All your plants are dead. Turn on View dead to see them, or add a new one.'
        : 'Add your first plant and Greenhouse will tell you when it needs water.'}
    </EmptyState>
  )
}

export function NoMatch({ hidesDead }: { hidesDead: boolean }) {
  return (
    <EmptyState icon={<SearchX aria-hidden className="size-8" />} title="No plants found">
      {hidesDead ? 'Try part of its name, or turn on View dead.' : 'Try part of its name.'}
    </EmptyState>
  )
}
