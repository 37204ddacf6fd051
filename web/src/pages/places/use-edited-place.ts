import { useCallback } from 'react'
import { useSearchParams } from 'wouter'

/** The form of a place, or of a new one in another; undefined while none is open. */
export type Edited = { readonly placeId: string } | { readonly parentId: string | undefined }

export type Edit = (edited: Edited | undefined) => void

const EDIT = 'edit'
const INSIDE = 'inside'
const NEW = 'new'

/** Keeps the open form in the address: Back closes it, as on phones it is a view of its own. */
export function useEditedPlace(): [edited: Edited | undefined, edit: Edit] {
  const [search, setSearch] = useSearchParams()
  const edit = useCallback(
    (edited: Edited | undefined) =>
      setSearch((before) => {
        const next = new URLSearchParams(before)
        next.delete(EDIT)
        next.delete(INSIDE)
        if (edited) next.set(EDIT, 'placeId' in edited ? edited.placeId : NEW)
        if (edited && 'parentId' in edited && edited.parentId !== undefined) next.set(INSIDE, edited.parentId)
        return next
      }),
    [setSearch],
  )
  const id = search.get(EDIT)
  if (id === null) return [undefined, edit]
  return [id === NEW ? { parentId: search.get(INSIDE) ?? undefined } : { placeId: id }, edit]
}
