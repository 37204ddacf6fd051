import type { Plant } from '@greenhouse/contract'
import { useState } from 'react'
import { useArrangePlant } from '../place/place-mutations.ts'
import { usePlaceTree } from '../place/place-queries.ts'
import { PlaceSelect } from '../place/place-select.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'

interface MovePlantsDialogProps {
  /** Undefined while it is closed. */
  plants: readonly Plant[] | undefined
  onClose: () => void
  onMoved?: () => void
}

/** Moves plants to another place. */
export function MovePlantsDialog({ plants, onClose, onMoved }: MovePlantsDialogProps) {
  const [chosen, setChosen] = useState<{ placeId: string | undefined }>()
  const { mutateAsync: move } = useArrangePlant()
  const tree = usePlaceTree()
  const [first] = plants ?? []
  const placeId = chosen ? chosen.placeId : tree.byId.get(first?.placeId ?? '')?.placeId

  function close() {
    setChosen(undefined)
    onClose()
  }

  async function moveAll() {
    // One after the other, so that a failure leaves the rest where it is.
    for (const { plantId } of plants ?? []) await move({ plantId, placeId: placeId ?? null })
    toast.success(plants?.length === 1 ? 'Plant moved' : `${plants?.length} plants moved`, CHANGE_TOAST)
    onMoved?.()
  }

  return (
    <ConfirmDialog
      open={plants !== undefined}
      title={plants?.length === 1 ? `Move ${first?.plantName}` : `Move ${plants?.length} plants`}
      confirmLabel="Move"
      onConfirm={moveAll}
      onClose={close}
    >
      <PlaceSelect
        tree={tree}
        label="To"
        none="No place"
        value={placeId}
        onChange={(id) => setChosen({ placeId: id })}
      />
    </ConfirmDialog>
  )
}
