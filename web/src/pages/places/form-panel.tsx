import type { PlaceInput } from '@greenhouse/contract'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAddPlace, useEditPlace } from '../../shared/place/place-mutations.ts'
import type { PlaceTree } from '../../shared/place/place-tree.ts'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'
import { PlaceForm } from './place-form.tsx'
import type { Edited } from './use-edited-place.ts'

interface FormPanelProps {
  tree: PlaceTree
  edited: Edited | undefined
  onClose: () => void
}

/** Beside the tree; on phones a view of its own. */
export function FormPanel({ tree, edited, onClose }: FormPanelProps) {
  const { mutateAsync: add } = useAddPlace()
  const { mutateAsync: change } = useEditPlace()
  if (!edited) return <Panel className="text-ink-soft max-lg:hidden">Choose a place to change it.</Panel>

  const place = 'placeId' in edited ? tree.byId.get(edited.placeId) : undefined
  if ('placeId' in edited && !place) return <Panel>This place is gone.</Panel>

  async function save(input: PlaceInput) {
    await (place ? change({ placeId: place.placeId, ...input }) : add(input))
    toast.success(place ? 'Place saved' : 'Place added', CHANGE_TOAST)
    onClose()
  }

  return (
    <>
      <button
        type="button"
        onClick={onClose}
        className="-mt-2 flex min-h-11 items-center gap-3 self-start text-ink-soft lg:hidden"
      >
        <ArrowLeft aria-hidden className="size-4.5" />
        Places
      </button>
      <Panel>
        <h2 className="mb-3 text-lg wrap-anywhere">{place?.name ?? 'Add a place'}</h2>
        <PlaceForm
          key={JSON.stringify(edited)}
          tree={tree}
          place={place}
          parent={'parentId' in edited ? tree.byId.get(edited.parentId ?? '') : undefined}
          onSave={save}
          onCancel={onClose}
        />
      </Panel>
    </>
  )
}

function Panel({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <section
      aria-label="Place"
      className={`rounded-card border border-line bg-surface p-4 shadow-panel sm:p-6 ${className}`}
    >
      {children}
    </section>
  )
}
