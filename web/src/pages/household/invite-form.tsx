import {
  INVITATION_DAYS_MAX,
  invitationInput,
  type Household,
  type InvitationInput,
  type NewInvitation,
} from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { parsed } from '../../lib/field-errors.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { ROLE_CAN } from '../../shared/household/household-words.ts'
import { serverInfoQuery } from '../../shared/server/server-queries.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmField } from '../../ui/confirm-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useInvite } from './household-mutations.ts'

const ROLES = (['viewer', 'carer', 'gardener'] as const).map((value) => ({ value, label: value }))
const DAYS = Array.from({ length: INVITATION_DAYS_MAX }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? '1 day' : `${index + 1} days`,
}))

const INITIAL: { role: InvitationInput['role']; days: string; email: string } = { role: 'carer', days: '7', email: '' }

export function InviteForm({ household, onMade }: { household: Household; onMade: (made: NewInvitation) => void }) {
  const { mutateAsync: invite } = useInvite(household.householdId)
  const sendsMail = useQuery(serverInfoQuery).data?.sendsMail === true
  const form = useForm({
    initial: INITIAL,
    parse: ({ role, days, email }) =>
      parsed(invitationInput, { role, days: Number(days), ...(email.trim() === '' ? {} : { email }) }),
    onSubmit: async (input, password) => onMade(await invite({ ...input, password })),
    otherwise: (error) => ({ notice: failureMessage(error) }),
  })
  const { role } = form.values
  return (
    <form noValidate onSubmit={form.submit} aria-label="Invite somebody" className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <SelectField label="Role" options={ROLES} {...form.field('role')} value={role} />
        <SelectField label="Good for" options={DAYS} {...form.field('days')} />
      </div>
      <p className="text-sm text-ink-soft">Can {ROLE_CAN[role]}.</p>
      {sendsMail && (
        <TextField
          label="Email (optional)"
          type="email"
          autoComplete="off"
          hint="Greenhouse mails the link there."
          {...form.field('email')}
        />
      )}
      <ConfirmField confirmation={form.confirmation} />
      {form.notice !== undefined && <Notice>{form.notice}</Notice>}
      <Button variant="leaf" type="submit" busy={form.busy} className="justify-self-start">
        <Link2 aria-hidden className="size-4.5" />
        Make a link
      </Button>
    </form>
  )
}
