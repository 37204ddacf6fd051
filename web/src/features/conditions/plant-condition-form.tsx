import { useState, type FormEvent } from 'react'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useCreatePlantCondition } from './condition-queries.ts'

export interface PlantConditionFormProps {
  id: string
  /** Living plants without a condition. */
  plants: ReadonlyArray<{ plantId: string; plantName: string }>
  onDone: () => void
}

export function PlantConditionForm({ id, plants, onDone }: PlantConditionFormProps) {
  const create = useCreatePlantCondition()
  const [plantId, setPlantId] = useState('')
  const [submitted, setSubmitted] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (plantId === '') return
    create.mutate(plantId, {
      onSuccess: () => {
        toast.success('Plant condition created')
        onDone()
      },
      onError: ({ message }) => toast.error(message || 'Error creating condition'),
    })
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-4">
      <SelectField
        label="Plant"
        value={plantId}
        onChange={setPlantId}
        options={[
          { value: '', label: 'Choose a plant' },
          ...plants.map((plant) => ({ value: plant.plantId, label: plant.plantName || 'Unnamed Plant' })),
        ]}
        hint="You are told once when it is due, and again after the next watering lapses."
        error={submitted && plantId === '' ? 'Please select a plant.' : undefined}
      />
    </form>
  )
}
