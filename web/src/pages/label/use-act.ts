import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '../../lib/failure-message.ts'
import { randomId } from '../../lib/random-id.ts'
import { toast } from '../../ui/toast.ts'
import { KEPT } from '../../shared/queue/queued-act.ts'
import type { DoneAct } from './done-act.ts'

interface Act {
  readonly done: DoneAct | undefined
  readonly busy: boolean
  readonly send: () => void
  readonly undone: () => void
}

/** Does work once. The id of its entry stays until it was done, so that trying again after a lost reply logs nothing twice. An act that waits for the network is the queue’s. */
export function useAct(perform: (careId: string) => Promise<DoneAct | typeof KEPT>): Act {
  const [careId, setCareId] = useState(randomId)
  const [done, setDone] = useState<DoneAct>()
  const { mutate, isPending } = useMutation({
    mutationFn: () => perform(careId),
    onSuccess: (reply) => (reply === KEPT ? setCareId(randomId()) : setDone(reply)),
    onError: (error) => void toast.error(failureMessage(error)),
  })
  const undone = () => {
    setDone(undefined)
    setCareId(randomId())
  }
  return { done, busy: isPending, send: mutate, undone }
}
