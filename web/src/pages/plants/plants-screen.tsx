import { ClientError, MINUTE_MS } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useMay } from '../../shared/household/household-queries.ts'
import { usePlace } from '../../shared/place/use-place.ts'
import { PlantDialog, type PlantDialogMode } from '../../shared/plant/plant-dialog.tsx'
import { plantList } from '../../shared/plant/plant-queries.ts'
import { useWatering } from '../../shared/plant/use-watering.tsx'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { useNow } from '../../lib/use-now.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { PlantsToolbar } from './plants-toolbar.tsx'
import { PlantGrid, PlantGridSkeleton } from './plant-grid.tsx'
import { sectionOf } from './plant-sections.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useFirstShown } from './use-first-shown.ts'
import { usePlantFilter } from './use-plant-filter.ts'
import { useSelection } from './use-selection.ts'
import { usePlantToAdd } from './use-plant-to-add.ts'

const SKELETON_DELAY_MS = 300

export function PlantsScreen() {
  usePageTitle('Plants')
  const { place, plants, firstShown, now } = usePlants()
  const { confirmDialog } = useSettings()
  const { water, waterOnCard, question } = useWatering(confirmDialog)
  const filter = usePlantFilter()
  const { chosen, start, end, choose, addAll, toggle } = useSelection()
  const { shown, setShown, add, open } = useShownDialog()
  const [mayWater, mayAdd] = [useMay('carer'), useMay('gardener')]
  const alive = plants.data?.filter(({ isDead }) => !isDead) ?? []

  return (
    <>
      <PlantsToolbar
        plants={plants.data}
        place={place}
        now={now}
        filter={filter}
        onAdd={mayAdd ? add : undefined}
        isSelecting={chosen !== undefined}
        onSelect={mayWater ? (chosen ? end : start) : undefined}
        // It would also water the plants of other places.
        onWaterAll={mayWater && !place ? () => water('all') : undefined}
      />
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
            filter={filter}
            firstShown={firstShown}
            now={now}
            onAdd={mayAdd ? add : undefined}
            onOpen={open}
            onWater={mayWater ? waterOnCard : undefined}
            chosen={chosen}
            onToggle={toggle}
            onAddAll={addAll}
          />
        )}
      </QueryState>
      <PlantDialog prepared shown={shown} plants={plants.data} now={now} onShow={setShown} onWater={water} />
      {chosen && (
        <SelectionBar
          plants={alive.filter(({ plantId }) => chosen.has(plantId))}
          overdue={alive.filter((plant) => sectionOf(plant, now) === 'overdue')}
          confirmFirst={confirmDialog}
          onChoose={choose}
          onEnd={end}
        />
      )}
      {question}
    </>
  )
}

/** Returns the plants of the place on the screen, as they are now and as they were first shown. */
function usePlants() {
  const { place, inPlace } = usePlace()
  const plants = useQuery({ ...plantList, select: inPlace })
  return { place, plants, firstShown: useFirstShown(plants.data, plants.isFetching), now: useNow(MINUTE_MS) }
}

/** Opens dialogs by stable functions, so that opening one does not rerender the memoized grid. */
function useShownDialog() {
  const [shown, setShown] = useState<PlantDialogMode>()
  usePlantToAdd((name) => setShown({ mode: 'add', name }))
  const add = useCallback(() => setShown({ mode: 'add' }), [])
  const open = useCallback(({ plantId }: { plantId: string }) => setShown({ mode: 'details', plantId }), [])
  return { shown, setShown, add, open }
}

function failureOf(error: Error | null): string {
  const isUnreachable = error instanceof ClientError && error.code === 'network'
  if (isUnreachable) return 'No plants found or system is down. Please refresh.'
  return failureMessage(error)
}
