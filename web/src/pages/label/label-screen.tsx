import { ClientError, labelRoutes, shownPlantCode, plantCodeOf } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useParams, useSearch } from 'wouter'
import { call } from '../../lib/call.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { withHousehold } from '../../lib/household-address.ts'
import { householdAt, householdList } from '../../shared/household/household-queries.ts'
import { plantList } from '../../shared/plant/plant-queries.ts'
import { queryKeys } from '../../shared/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-boundary.tsx'
import { NothingHere } from '../../ui/nothing-here.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ScannedPlant } from './scanned-plant.tsx'

/** The page that the code of a printed label opens. */
export function LabelScreen() {
  const { id } = useParams<{ id: string }>()
  const code = plantCodeOf(id)
  const label = useQuery({
    queryKey: queryKeys.labels.byCode(code),
    queryFn: ({ signal }) => call(labelRoutes.plant, { params: { code }, signal }),
    retry: (count, error) => !isUnknown(error) && count < 2,
  })
  const households = useQuery(householdList)
  const plants = useQuery(plantList)
  const household = householdAt(useSearch(), households.data ?? [])
  useHouseholdOf(label.data?.householdId, household?.householdId)

  if (isUnknown(label.error)) return <NothingHere />
  const failed = [label, households, plants].find(({ isError, data }) => isError && data === undefined)
  if (failed) {
    const retry = <Button onClick={() => void failed.refetch()}>Try again</Button>
    return <ErrorState message={failureMessage(failed.error)} action={retry} />
  }
  if (!label.data || !household || !plants.data || label.data.householdId !== household.householdId)
    return <LabelSkeleton />
  const plant = plants.data.find(({ plantId }) => plantId === label.data.plantId)
  if (!plant) return plants.isFetching ? <LabelSkeleton /> : <NothingHere />
  return <ScannedPlant key={plant.plantId} plant={plant} household={household} code={shownPlantCode(code)} />
}

function isUnknown(error: Error | null): boolean {
  return error instanceof ClientError && (error.status === 404 || error.status === 400)
}

/** Shows the household of the plant, which may be another one than that of the last visit. */
function useHouseholdOf(wanted: string | undefined, shown: string | undefined): void {
  const [pathname, navigate] = useLocation()
  useEffect(() => {
    if (wanted === undefined || shown === undefined || wanted === shown) return
    navigate(withHousehold(pathname, wanted), { replace: true })
  }, [wanted, shown, pathname, navigate])
}

function LabelSkeleton() {
  return (
    <div className="mx-auto grid w-full max-w-110 gap-4">
      <Loading />
      <Skeleton className="h-55 rounded-card" />
      <Skeleton className="h-8 w-40" />
      <Skeleton className="h-16 rounded-control" />
    </div>
  )
}
