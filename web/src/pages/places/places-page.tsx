import { MapPinned, Plus } from 'lucide-react'
import { classes } from '../../lib/classes.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormPanel } from './form-panel.tsx'
import { gardenWords, type Garden } from './garden.ts'
import { MovableTree } from './movable-tree.tsx'
import { useEditedPlace } from './use-edited-place.ts'

export function PlacesPage({ garden }: { garden: Garden }) {
  const mayChange = useMay('gardener')
  const [edited, edit] = useEditedPlace()
  const form = mayChange ? edited : undefined
  const isEmpty = garden.tree.byId.size === 0
  const add = mayChange ? () => edit({ parentId: undefined }) : undefined
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHead garden={garden} isHidden={form !== undefined} onAdd={isEmpty ? undefined : add} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className={classes(form && 'max-lg:hidden', !mayChange && 'lg:col-span-2')}>
          {isEmpty ? (
            <NoPlaces onAdd={add} />
          ) : (
            <MovableTree garden={garden} mayChange={mayChange} form={form} edit={edit} />
          )}
        </div>
        {mayChange && (!isEmpty || form) && (
          <FormPanel tree={garden.tree} edited={form} onClose={() => edit(undefined)} />
        )}
      </div>
    </div>
  )
}

interface PageHeadProps {
  garden: Garden
  /** On phones, while the form is shown. */
  isHidden: boolean
  onAdd: (() => void) | undefined
}

function PageHead({ garden, isHidden, onAdd }: PageHeadProps) {
  return (
    <div
      className={classes(
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-3',
        isHidden && 'max-lg:[&>:not(div)]:hidden max-lg:[&_p]:hidden',
      )}
    >
      <div>
        <h1 className={classes('text-2xl', isHidden && 'max-lg:sr-only')}>Places</h1>
        {garden.tree.byId.size > 0 && <p className="mt-1 text-ink-soft max-sm:hidden">{gardenWords(garden)}</p>}
      </div>
      {onAdd && (
        <Button onClick={onAdd}>
          <Plus aria-hidden className="size-4.5" />
          Add place
        </Button>
      )}
    </div>
  )
}

function NoPlaces({ onAdd }: { onAdd: (() => void) | undefined }) {
  return (
    <EmptyState
      className="rounded-card border border-line bg-surface"
      icon={<MapPinned aria-hidden />}
      title="No places yet."
      action={
        onAdd && (
          <Button variant="leaf" onClick={onAdd}>
            <Plus aria-hidden className="size-4.5" />
            Add place
          </Button>
        )
      }
    >
      A place gathers devices and plants, and knows its frost.
    </EmptyState>
  )
}
