import { householdRoutes, type Household } from '@greenhouse/contract'
import { useState } from 'react'
import { parsed } from '../../lib/field-errors.ts'
import { browserTimeZone, timeZones } from '../../lib/time-zone.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { useAddHousehold, useEditHousehold, type HouseholdInput } from './household-mutations.ts'

const FORM = 'household-form'

interface EditDialogProps {
  open: boolean
  household: Household
  onClose: () => void
}

export function EditHouseholdDialog({ open, household, onClose }: EditDialogProps) {
  const { mutateAsync: edit } = useEditHousehold(household.householdId)

  async function save(input: HouseholdInput) {
    await edit(input)
    toast.success('Household saved')
    onClose()
  }

  return (
    <HouseholdDialog
      open={open}
      title="Edit household"
      submitLabel="Save"
      initial={{ name: household.name, timeZone: household.timeZone ?? browserTimeZone() }}
      onSubmit={save}
      onClose={onClose}
    />
  )
}

interface NewDialogProps {
  open: boolean
  onAdded: (household: Household) => void
  onClose: () => void
}

export function NewHouseholdDialog({ open, onAdded, onClose }: NewDialogProps) {
  const { mutateAsync: add } = useAddHousehold()

  async function save(input: HouseholdInput) {
    const added = await add(input)
    onClose()
    onAdded(added)
  }

  return (
    <HouseholdDialog
      open={open}
      title="New household"
      submitLabel="Add household"
      initial={{ name: '', timeZone: browserTimeZone() }}
      onSubmit={save}
      onClose={onClose}
    />
  )
}

interface HouseholdDialogProps {
  open: boolean
  title: string
  submitLabel: string
  initial: { name: string; timeZone: string }
  onSubmit: (input: HouseholdInput) => Promise<void>
  onClose: () => void
}

function HouseholdDialog({ open, title, submitLabel, initial, onSubmit, onClose }: HouseholdDialogProps) {
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      footer={<FormButtons form={FORM} submitLabel={submitLabel} onCancel={onClose} />}
    >
      <HouseholdForm initial={initial} onSubmit={onSubmit} />
    </Dialog>
  )
}

function HouseholdForm({ initial, onSubmit }: Pick<HouseholdDialogProps, 'initial' | 'onSubmit'>) {
  const [zones] = useState(() => timeZones(initial.timeZone))
  const form = useForm({ initial, parse: (typed) => parsed(householdRoutes.create.body, typed), onSubmit })
  return (
    <form id={FORM} noValidate onSubmit={form.submit} className="grid gap-4">
      <TextField label="Name" autoComplete="off" {...form.field('name')} />
      <SelectField
        label="Time zone"
        options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        hint="Days of its plants begin and end by it."
        {...form.field('timeZone')}
      />
    </form>
  )
}
