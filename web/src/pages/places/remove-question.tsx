import type { Place } from '@greenhouse/contract'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { formatList } from '../../lib/format.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { useRemovePlace } from '../../shared/place/place-mutations.ts'
import { childrenOf } from '../../shared/place/place-tree.ts'
import { counted } from './place-words.ts'
import { Button } from '../../ui/button.tsx'
import type { Garden } from './garden.ts'

interface RemoveQuestionProps {
  garden: Garden
  place: Place
  onKeep: () => void
  onRemoved: () => void
}

/** Asks in the row of the place, and says what happens to what is in it. */
export function RemoveQuestion({ garden, place, onKeep, onRemoved }: RemoveQuestionProps) {
  const keep = useRef<HTMLButtonElement>(null)
  const [failure, setFailure] = useState<string>()
  const { mutateAsync: remove, isPending } = useRemovePlace()
  useEffect(() => keep.current?.focus(), [])

  async function confirm() {
    try {
      await remove(place.placeId)
      onRemoved()
    } catch (error) {
      setFailure(failureMessage(error))
    }
  }

  const press = ({ key }: KeyboardEvent) => key === 'Escape' && onKeep()

  return (
    <fieldset
      aria-label={`Delete ${place.name}?`}
      className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 bg-danger-wash px-4 py-3 sm:px-6"
    >
      <p className="grow basis-60 text-sm wrap-anywhere" role={failure === undefined ? undefined : 'alert'}>
        {failure ?? `Delete ${place.name}? ${contentSentence(garden, place)}`}
      </p>
      <span className="flex gap-2">
        <Button variant="ghost" dense ref={keep} onKeyDown={press} onClick={onKeep}>
          Keep it
        </Button>
        <Button
          variant="danger"
          dense
          busy={isPending}
          onKeyDown={press}
          onClick={() => void confirm()}
          className="border border-danger"
        >
          Delete
        </Button>
      </span>
    </fieldset>
  )
}

/** Returns `1 device and 2 places in it move to Tomato house.` */
function contentSentence({ tree, devices, plants }: Garden, { placeId, parentId }: Place): string {
  const counts = [
    [devices.get(placeId)?.length ?? 0, 'device'],
    [childrenOf(tree, placeId).length, 'place'],
    [plants.get(placeId)?.length ?? 0, 'plant'],
  ] as const
  const parts = counts.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun))
  if (parts.length === 0) return 'Nothing is in it.'
  const isOne = counts.reduce((sum, [count]) => sum + count, 0) === 1
  const above = tree.byId.get(parentId ?? '')?.name
  const target = above === undefined ? 'will be in no place' : `${isOne ? 'moves' : 'move'} to ${above}`
  return `${formatList(parts)} in it ${target}.`
}
