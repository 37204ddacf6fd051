import { householdRoutes, type Household, type HouseholdMember } from '@greenhouse/contract'
import { parsed } from '../../lib/field-errors.ts'
import { ConfirmField } from '../../ui/confirm-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { useHandOver } from './household-mutations.ts'

const FORM = 'hand-over-form'

interface HandOverDialogProps {
  open: boolean
  household: Household
  /** The members who may become the owner; not empty while the dialog is open. */
  heirs: readonly HouseholdMember[]
  onClose: () => void
}

export function HandOverDialog({ open, household, heirs, onClose }: HandOverDialogProps) {
  return (
    <Dialog
      open={open}
      title="Hand over the household"
      onClose={onClose}
      footer={<FormButtons form={FORM} submitLabel="Hand over" onCancel={onClose} />}
    >
      <HandOverForm household={household} heirs={heirs} onDone={onClose} />
    </Dialog>
  )
}

interface HandOverFormProps extends Pick<HandOverDialogProps, 'household' | 'heirs'> {
  onDone: () => void
}

function HandOverForm({ household, heirs, onDone }: HandOverFormProps) {
  const { mutateAsync: handOver } = useHandOver(household.householdId)
  const options = [
    { value: '', label: 'Choose a person' },
    ...heirs.map(({ userId, name }) => ({ value: userId, label: name })),
  ]
  const form = useForm({
    initial: { userId: heirs.length === 1 ? (heirs[0]?.userId ?? '') : '' },
    parse: ({ userId }) =>
      parsed(householdRoutes.handOver.body, { userId }, userId === '' ? { userId: 'Choose a person' } : {}),
    async onSubmit({ userId }, password) {
      await handOver({ userId, password })
      toast.success(`${heirs.find((heir) => heir.userId === userId)?.name ?? 'Somebody'} is an owner now`)
      onDone()
    },
  })
  return (
    <form id={FORM} noValidate onSubmit={form.submit} className="grid gap-4">
      <p className="text-ink-soft">
        The person becomes an owner at once, and you a gardener. Only they can make you an owner again.
      </p>
      <SelectField label="Person" options={options} {...form.field('userId')} />
      <ConfirmField confirmation={form.confirmation} />
    </form>
  )
}
