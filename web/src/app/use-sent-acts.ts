import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { outdatedBy, refetchOutdated } from '../shared/query-keys.ts'
import { queue, startQueue } from '../shared/queue/queue.ts'
import { CHANGE_TOAST, toast } from '../ui/toast.ts'

/** Sends the acts that waited for the network, and shows what became of them. */
export function useSentActs(userId: string | null): void {
  const client = useQueryClient()
  useEffect(
    () =>
      queue.onSync(({ sent, refused, asked }) => {
        if (sent > 0) toast.success(sent === 1 ? '1 action sent' : `${sent} actions sent`, CHANGE_TOAST)
        if (refused > 0)
          toast.error(refused === 1 ? '1 action could not be sent' : `${refused} actions could not be sent`)
        if (asked > 0) toast.blank('What is more than 30 days old is sent only if you say so')
        void refetchOutdated(client, [...outdatedBy.care, ...outdatedBy.photos])
      }),
    [client],
  )
  useEffect(() => (userId === null ? undefined : startQueue(userId)), [userId])
}
