import { topic } from '@greenhouse/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { live, onReconnect } from '../lib/live.ts'
import { outdatedBy, refetchOutdated } from '../lib/query-keys.ts'

/** Refetches what is shown when messages may have been missed, or readings were deleted. */
export function useFreshCache(): void {
  const client = useQueryClient()
  useEffect(() => {
    const refresh = () => void refetchOutdated(client, outdatedBy.everything)
    const stops = [onReconnect(refresh), live.subscribe(topic.dashboard, refresh)]
    return () => stops.forEach((stop) => stop())
  }, [client])
}
