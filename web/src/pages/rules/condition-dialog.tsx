import { plantConditionInput, type Device } from '@greenhouse/contract'
import { Radio, Sprout } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryState, type Query } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { parsed } from '../../lib/field-errors.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { useCreatePlantCondition } from './condition-mutations.ts'

const FORM = 'condition-form'
const TABS = [
  { id: 'device', label: 'Devices' },
  { id: 'plant', label: 'Plants' },
] as const
export type ConditionTab = (typeof TABS)[number]['id']

interface ConditionDialogProps {
  shown: ConditionTab | undefined
  devices: Query<readonly Device[]>
  plants: Query<PlantConditionFormProps['plants']>
  /** Distinguishes no living plants from none without a condition. */
  hasPlants: boolean
  onClose: () => void
}

export function ConditionDialog(props: ConditionDialogProps) {
  const { shown, devices, plants, hasPlants, onClose } = props
  const [chosen, setChosen] = useState<ConditionTab>()
  const tab = chosen ?? shown ?? 'device'
  const hasForm = tab === 'plant' && plants.data !== undefined && plants.data.length > 0

  function close() {
    setChosen(undefined)
    onClose()
  }

  return (
    <Dialog
      open={shown !== undefined}
      title="Add an alert condition"
      onClose={close}
      footer={
        hasForm ? (
          <FormButtons form={FORM} submitLabel="Add condition" onCancel={close} />
        ) : (
          <Button onClick={close}>Close</Button>
        )
      }
    >
      <Tabs label="What the condition is about" tabs={TABS} selected={tab} onSelect={setChosen}>
        <div className="pt-5">
          {tab === 'device' ? (
            <Choices query={devices} failure="Your devices could not be loaded." empty={NO_DEVICES}>
              {() => <LeadToRule />}
            </Choices>
          ) : (
            <Choices query={plants} failure="Your plants could not be loaded." empty={hasPlants ? ALL_DONE : NO_PLANTS}>
              {(of) => <PlantConditionForm id={FORM} plants={of} onDone={close} />}
            </Choices>
          )}
        </div>
      </Tabs>
    </Dialog>
  )
}

/** A rule on a device has a page of its own. */
function LeadToRule() {
  return (
    <div className="grid justify-items-start gap-4">
      <p>A rule watches one sensor of a device. Its limit is set on the last 30 days.</p>
      <Link to="/rules/new" className={buttonClass({ variant: 'leaf' })}>
        New rule
      </Link>
    </div>
  )
}

interface ChoicesProps<T> {
  query: Query<readonly T[]>
  failure: string
  empty: ReactNode
  children: (choices: readonly T[]) => ReactNode
}

function Choices<T>(props: ChoicesProps<T>) {
  return <QueryState {...props} skeleton={<Skeleton className="h-20 rounded-control" />} />
}

const NO_DEVICES = (
  <EmptyState
    icon={<Radio aria-hidden />}
    title="No devices available, add one to make an alert condition"
    action={
      <Link to="/mydevice" className={buttonClass()}>
        Add a device
      </Link>
    }
  />
)

const NO_PLANTS = (
  <EmptyState
    icon={<Sprout aria-hidden />}
    title="No plants available, add one to make an alert condition"
    action={
      <Link to="/plants" className={buttonClass()}>
        Add a plant
      </Link>
    }
  />
)

const ALL_DONE = (
  <EmptyState icon={<Sprout aria-hidden />} title="All your plants have a condition">
    You’ll get one alert when any of them is due.
  </EmptyState>
)

interface PlantConditionFormProps {
  id: string
  plants: ReadonlyArray<{ plantId: string; plantName: string }>
  onDone: () => void
}

function PlantConditionForm({ id, plants, onDone }: PlantConditionFormProps) {
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
