import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearch } from 'wouter'
import { householdIn, rememberHousehold } from '../lib/household-address.ts'
import { householdList } from '../shared/household/household-queries.ts'
import { showHousehold } from '../lib/navigation.ts'
import { isPersonal } from '../shared/query-keys.ts'
import { toast } from '../ui/toast.ts'

const NOTICE = 'no-longer-in-household'

/** Shows the default household once the person has left the one on the screen, and keeps its id out of the address. */
export function useOwnHousehold(): void {
  const client = useQueryClient()
  const { data: households, isFetching, isSuccess } = useQuery(householdList)
  const addressed = householdIn(useSearch())
  const shown = useRef<{ readonly householdId: string; readonly name: string }>(undefined)

  useEffect(() => {
    if (households === undefined) return
    const isAddressed = ({ householdId }: { householdId: string }) => householdId === addressed
    const household = addressed === undefined ? households[0] : households.find(isAddressed)
    // A stored list may be older than a household that was joined since.
    if (isFetching || !isSuccess) return void (shown.current ??= household)
    const before = shown.current
    shown.current = household
    const isStillIn = households.some(({ householdId }) => householdId === before?.householdId)
    if ((before && !isStillIn) || (addressed !== undefined && !household)) {
      toast.blank(`You are no longer in ${before?.name ?? 'that household'}.`, { id: NOTICE })
    }
    if (addressed !== undefined && (!household || household === households[0])) {
      return showHousehold(undefined, { replace: true })
    }
    rememberHousehold(addressed)
    if (before && before.householdId !== household?.householdId) {
      void client.resetQueries({ predicate: ({ queryKey }) => !isPersonal(queryKey) })
    }
  }, [client, households, isFetching, isSuccess, addressed])
}
