import { ClientError, MINUTE_MS } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Droplets } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useMay } from '../../shared/household/household-queries.ts'
import { Headline } from '../../shared/household/roles.tsx'
import { PlaceSwitcher } from '../../shared/place/place-switcher.tsx'
import { usePlace } from '../../shared/place/use-place.ts'
import { PlantDialog, type PlantDialogMode } from '../../shared/plant/plant-dialog.tsx'
import { plantList } from '../../shared/plant/plant-queries.ts'
import { useWatering } from '../../shared/plant/use-watering.tsx'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { useNow } from '../../lib/use-now.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { Button } from '../../ui/button.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { PlantGrid, PlantGridSkeleton } from './plant-grid.tsx'
import { usePlantToAdd } from './use-plant-to-add.ts'

const SKELETON_DELAY_MS = 300

export function PlantsScreen() {
  usePageTitle('Plants')
  const { place, inPlace } = usePlace()
  const plants = useQuery({ ...plantList, select: inPlace })
  const { confirmDialog } = useSettings()
  const { water, question } = useWatering(confirmDialog)
  const [search, setSearch] = useState('')
  const [withDead, setWithDead] = useState(false)
  const [shown, setShown] = useState<PlantDialogMode>()
  const now = useNow(MINUTE_MS)
  const [mayWater, mayAdd] = [useMay('carer'), useMay('gardener')]
  const anyAlive = plants.data?.some(({ isDead }) => !isDead) === true
  // Stable, so that opening a dialog does not rerender the memoized grid.
  const add = useCallback(() => setShown({ mode: 'add' }), [])
  usePlantToAdd((name) => setShown({ mode: 'add', name }))
  const open = useCallback(({ plantId }: { plantId: string }) => setShown({ mode: 'details', plantId }), [])

  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Headline className="me-auto max-sm:w-full">Plants</Headline>
        <PlaceSwitcher />
        <SearchField label="Search plants" value={search} onChange={setSearch} className="w-full sm:w-60" />
        <Toggle label="View dead" checked={withDead} onChange={setWithDead} />
        {/* It would also water the plants of other places. */}
        {mayWater && !place && (
          <Button disabled={!anyAlive} onClick={() => water('all')} className="max-sm:grow">
            <Droplets aria-hidden className="size-4.5" />
            Water all plants
          </Button>
        )}
      </div>
      <QueryState
        query={plants}
        skeleton={<PlantGridSkeleton />}
        skeletonAfterMs={SKELETON_DELAY_MS}
        failure={failureOf}
        retryLabel="Refresh"
      >
        {(data) => (
          <PlantGrid
            plants={data}
            place={place}
            search={search}
            withDead={withDead}
            now={now}
            onAdd={mayAdd ? add : undefined}
            onOpen={open}
            onWater={mayWater ? water : undefined}
          />
        )}
      </QueryState>
      <PlantDialog prepared shown={shown} plants={plants.data} now={now} onShow={setShown} onWater={water} />
      {question}
    </>
  )
}

function failureOf(error: Error | null): string {
  const isUnreachable = error instanceof ClientError && error.code === 'network'
  if (isUnreachable) return 'No plants found or system is down. Please refresh.'
  return failureMessage(error)
}
