import { plantConditionInput } from '@greenhouse/contract'
import { parsed } from '../../lib/field-errors.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { useCreatePlantCondition } from './condition-mutations.ts'

export interface PlantConditionFormProps {
  id: string
  plants: ReadonlyArray<{ plantId: string; plantName: string }>
  onDone: () => void
}

export function PlantConditionForm({ id, plants, onDone }: PlantConditionFormProps) {
  const create = useCreatePlantCondition()
  const form = useForm({
    initial: { plantId: '' },
    parse: (typed) => parsed(plantConditionInput, typed),
    async onSubmit({ plantId }) {
      await create.mutateAsync(plantId)
      toast.success('Plant condition created')
      onDone()
    },
    otherwise: (error) => ({ notice: failureMessage(error) || 'Error creating condition' }),
  })

  return (
    <form id={id} noValidate onSubmit={form.submit} className="grid gap-4">
      <SelectField
        label="Plant"
        {...form.field('plantId')}
        options={[
          { value: '', label: 'Choose a plant' },
          ...plants.map((plant) => ({ value: plant.plantId, label: plant.plantName || 'Unnamed Plant' })),
        ]}
        hint="You’ll be alerted once when it’s due, and again the next time it is."
      />
    </form>
  )
}
