import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { plantList } from '../../shared/plant/plant-queries.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Missing } from '../../ui/missing.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { PlantPage } from './plant-page.tsx'
import { PlantSkeleton } from './plant-skeleton.tsx'

export function PlantScreen() {
  const { id } = useParams<{ id: string }>()
  const plants = useQuery(plantList)
  const plant = plants.data?.find(({ plantId }) => plantId === id.toLowerCase())
  usePageTitle(plant?.plantName ?? 'Plant')
  return (
    <>
      {plants.data === undefined && <h1 className="sr-only">Plant</h1>}
      <QueryState query={plants} skeleton={<PlantSkeleton />} failure="The plant could not be loaded.">
        {(all) => (plant ? <PlantPage key={plant.plantId} plant={plant} plants={all} /> : <UnknownPlant />)}
      </QueryState>
    </>
  )
}

function UnknownPlant() {
  return (
    <Missing title="There is no such plant" to="/plants" linkLabel="See your plants">
      It may have been deleted, or belong to somebody else.
    </Missing>
  )
}
