import type { Episode } from '@greenhouse/contract'
import { useOnline } from '../../lib/use-online.ts'
import { useAcknowledgeMany } from '../../shared/episode/episode-mutations.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import { Button } from '../../ui/button.tsx'

/** Fewer are acknowledged one by one. */
const LEAST = 5

interface AcknowledgeAllProps {
  episodes: readonly Episode[]
  /** Called with the ids of those that were acknowledged. */
  onAnswered: (episodeIds: readonly string[]) => void
}

/** Absent for few alerts. */
export function AcknowledgeAll({ episodes, onAnswered }: AcknowledgeAllProps) {
  const acknowledge = useAcknowledgeMany()
  const isOnline = useOnline()
  const mayAct = useMay('carer')
  const unanswered = episodes.filter(({ kind, acknowledgedAt }) => kind !== 'due' && acknowledgedAt === null)
  if (!mayAct || unanswered.length < LEAST) return undefined

  function answer(): void {
    const episodeIds = unanswered.map(({ episodeId }) => episodeId)
    acknowledge.mutate({ episodeIds }, { onSuccess: () => onAnswered(episodeIds) })
  }

  return (
    <Button
      dense
      busy={acknowledge.isPending}
      disabled={!isOnline}
      onClick={answer}
      className="relative max-lg:min-h-11"
    >
      {isOnline ? 'Acknowledge all' : 'Needs the server'}
    </Button>
  )
}
