import type { Episode } from '@greenhouse/contract'
import { useState } from 'react'
import { useOnline } from '../../lib/use-online.ts'
import { useAcknowledgeMany } from '../../shared/episode/episode-mutations.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Fewer are acknowledged one by one, each with an offer to undo it. */
const LEAST = 5

/** Asks first: no row offers to undo it. Absent for few alerts. */
export function AcknowledgeAll({ episodes }: { episodes: readonly Episode[] }) {
  const [asked, setAsked] = useState<readonly string[]>()
  const acknowledge = useAcknowledgeMany()
  const isOnline = useOnline()
  const mayAct = useMay('carer')
  const unanswered = episodes.filter(({ kind, acknowledgedAt }) => kind !== 'due' && acknowledgedAt === null)
  const isOffered = mayAct && unanswered.length >= LEAST
  return (
    <>
      {isOffered && (
        <Button
          dense
          disabled={!isOnline}
          onClick={() => setAsked(unanswered.map(({ episodeId }) => episodeId))}
          className="relative max-lg:min-h-11"
        >
          {isOnline ? 'Acknowledge all' : 'Needs the server'}
        </Button>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title="Do you want to acknowledge all these alerts?"
        confirmLabel="Acknowledge all"
        onConfirm={() => acknowledge.mutateAsync(asked ?? [])}
        onClose={() => setAsked(undefined)}
      >
        {asked && `Reminders of ${asked.length} alerts stop. They stay open until the values are back.`}
      </ConfirmDialog>
    </>
  )
}
