import { userRoutes, type Household } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { call } from '../../lib/call.ts'
import { withHousehold } from '../../lib/household-address.ts'
import { householdList } from '../../shared/household/household-queries.ts'
import { lossWords, lostThings, onlyOwned } from '../../shared/household/household-words.ts'
import { useUser } from '../../shared/session/session-queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { PasswordDialog } from '../../ui/password-dialog.tsx'
import { toast } from '../../ui/toast.ts'

interface DeleteAccountDialogProps {
  open: boolean
  onClose: () => void
  onDeleted: () => void
}

export function DeleteAccountDialog({ open, onClose, onDeleted }: DeleteAccountDialogProps) {
  async function remove(password: string) {
    await call(userRoutes.remove, { body: { password } })
    toast.success('Account deleted – goodbye!', { duration: 4000 })
    onDeleted()
  }

  return (
    <PasswordDialog
      open={open}
      title="Delete your account?"
      confirmLabel="Delete my account"
      danger
      onConfirm={remove}
      onClose={onClose}
    >
      Everything you have on this server will be deleted: devices with all their readings, plants, conditions and
      alerts. Your devices’ tokens will stop working at once. This can’t be undone. Export your data first if you want
      to keep it.
      <LostHouseholds />
    </PasswordDialog>
  )
}

/** Names the households that are deleted with the account. */
function LostHouseholds() {
  const { data: households = [] } = useQuery(householdList)
  const userId = useUser()?.userId
  const lost = onlyOwned(households)
  if (userId === undefined || lost.length === 0) return undefined
  return (
    <ul aria-label="Households deleted with the account" className="mt-3 grid gap-2">
      {lost.map((household) => (
        <LostHousehold key={household.householdId} household={household} loss={lossWords(household, userId)} />
      ))}
    </ul>
  )
}

function LostHousehold({ household, loss }: { household: Household; loss: string | undefined }) {
  const { householdId, name } = household
  const things = lostThings(household)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-sunken px-3.5 py-2.5">
      <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <bdi className="block font-semibold text-ink">{name}</bdi>
        <bdi className="block text-sm">
          {loss === undefined ? `Deleted${things === '' ? '' : `, with ${things}`}.` : `${loss}.`}
        </bdi>
      </span>
      {loss !== undefined && (
        <Link to={withHousehold('/household', householdId)} className={buttonClass({ variant: 'ghost', dense: true })}>
          Hand over first
        </Link>
      )}
    </li>
  )
}
