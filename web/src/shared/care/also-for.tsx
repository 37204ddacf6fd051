import type { Plant } from '@greenhouse/contract'

interface AlsoForProps {
  others: readonly Plant[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** Chooses other plants for which the same is logged. */
export function AlsoFor({ others, chosen, onChange }: AlsoForProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Also for</legend>
      <div className="max-h-72 overflow-y-auto rounded-control border border-line-strong px-3">
        {others.map(({ plantId, plantName }) => (
          <label key={plantId} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              checked={chosen.includes(plantId)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, plantId] : chosen.filter((one) => one !== plantId))
              }
              className="size-5 shrink-0"
            />
            <bdi className="truncate">{plantName}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
