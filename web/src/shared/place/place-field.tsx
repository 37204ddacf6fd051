import { usePlaceTree } from './place-queries.ts'
import { PlaceSelect } from './place-select.tsx'

interface PlaceFieldProps {
  /** Undefined for none. */
  placeId: string | undefined
  onChange: (placeId: string | undefined) => void
}

/** Chooses the place of a plant or device; absent while the household has no places. */
export function PlaceField({ placeId, onChange }: PlaceFieldProps) {
  const tree = usePlaceTree()
  if (tree.byId.size === 0) return undefined
  return (
    <PlaceSelect
      tree={tree}
      label="Place"
      none="No place"
      value={tree.byId.get(placeId ?? '')?.placeId}
      onChange={onChange}
    />
  )
}
