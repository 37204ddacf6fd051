import { householdRoutes, type Household, type HouseholdMember } from '@greenhouse/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../../lib/call.ts'
import { withHousehold } from '../../lib/household-address.ts'
import { countWords, isOwner, lossWords, lostThings, onlyOwned } from '../../shared/household/household-words.ts'
import { outdatedBy, refetchOutdated } from '../../shared/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordDialog } from '../../ui/password-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { useRemoveMember } from './household-mutations.ts'
import { Panel } from './panel.tsx'
import { ButtonWithQuestion } from './question.tsx'

interface LeavePanelProps {
  household: Household
  userId: string
}

export function LeavePanel({ household, userId }: LeavePanelProps) {
  const [shown, setShown] = useState<'hand-over' | 'delete'>()
  const { heirs, others } = peopleBeside(household, userId)
  const isTheOnlyOwner = onlyOwned([household]).length === 1
  const close = () => setShown(undefined)
  if (!isOwner(household))
    return (
      <Panel title="Leave">
        <LeaveButton household={household} userId={userId} />
      </Panel>
    )
  return (
    <Panel title={isTheOnlyOwner ? 'Hand over or delete' : 'Leave or delete'}>
      <p className="text-sm text-ink-soft">{explanation(household, isTheOnlyOwner, heirs, others)}</p>
      {!isTheOnlyOwner && <LeaveButton household={household} userId={userId} />}
      <div className="flex flex-wrap gap-2">
        {heirs.length > 0 && <Button onClick={() => setShown('hand-over')}>Hand over</Button>}
        <Button variant="danger" onClick={() => setShown('delete')}>
          Delete household
        </Button>
      </div>
      <HandOverDialog open={shown === 'hand-over'} household={household} heirs={heirs} onClose={close} />
      <DeleteDialog open={shown === 'delete'} household={household} userId={userId} onClose={close} />
    </Panel>
  )
}

/** `heirs` may become owners: a viewer becomes one only with another role first. */
function peopleBeside({ people }: Household, userId: string) {
  const others = people.filter((person) => person.userId !== userId)
  return { others, heirs: others.filter(({ role }) => role !== 'viewer') }
}

function explanation(
  household: Household,
  isTheOnlyOwner: boolean,
  heirs: readonly HouseholdMember[],
  others: readonly HouseholdMember[],
): string {
  const things = lostThings(household)
  const remove = `delete the household${things === '' ? '' : ` with its ${things}`}.`
  if (!isTheOnlyOwner) return `You can leave, hand over, or ${remove}`
  if (heirs.length > 0) return `You are the only owner. Hand over first, or ${remove}`
  if (others.length === 0) return `You are the only person here. You can ${remove}`
  return `You are the only owner, and a viewer becomes none: give somebody another role first, or ${remove}`
}

/** Shows another household of the person, or that there is none. */
function useAfterwards(): (message: string) => void {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return (message) => {
    toast.success(message)
    navigate(withHousehold('/household', undefined))
    void refetchOutdated(client, outdatedBy.everything)
  }
}

function LeaveButton({ household: { householdId, name }, userId }: LeavePanelProps) {
  const leave = useRemoveMember(householdId)
  const goOn = useAfterwards()
  return (
    <ButtonWithQuestion
      danger
      label="Leave household"
      confirmLabel="Leave"
      onConfirm={async () => {
        await leave.mutateAsync(userId)
        goOn(`You left ${name}`)
      }}
    >
      Leave <bdi>{name}</bdi>? You see nothing of it any more, and come back only with a new invitation. What you did
      stays.
    </ButtonWithQuestion>
  )
}

function DeleteDialog({ open, household, userId, onClose }: LeavePanelProps & { open: boolean; onClose: () => void }) {
  const { householdId, name, counts } = household
  const goOn = useAfterwards()
  const loss = lossWords(household, userId)
  const things = countWords(counts)

  async function remove(password: string) {
    await call(householdRoutes.remove, { params: { householdId }, body: { password } })
    onClose()
    goOn(`${name} was deleted`)
  }

  return (
    <PasswordDialog
      open={open}
      title="Delete the household?"
      confirmLabel="Delete household"
      danger
      onConfirm={remove}
      onClose={onClose}
    >
      <bdi>{name}</bdi> goes with everything in it{things !== '' && <>: {things}, with all readings and alerts</>}.
      {loss !== undefined && (
        <>
          {' '}
          <bdi>{loss}</bdi>.
        </>
      )}{' '}
      This can’t be undone.
    </PasswordDialog>
  )
}
