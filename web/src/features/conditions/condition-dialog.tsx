import type { DeviceCondition } from '@greenhouse/contract'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DeviceConditionForm, type DeviceConditionFormProps } from './device-condition-form.tsx'
import { PlantConditionForm, type PlantConditionFormProps } from './plant-condition-form.tsx'

const FORM = 'condition-form'
const TABS = [
  { id: 'device', label: 'Devices' },
  { id: 'plant', label: 'Plants' },
] as const
export type ConditionTab = (typeof TABS)[number]['id']

export interface ConditionDialogProps {
  /** The tab to begin with, or the condition to change; closed while undefined. */
  shown: ConditionTab | DeviceCondition | undefined
  devices: DeviceConditionFormProps['devices']
  plants: PlantConditionFormProps['plants']
  celsius: boolean
  onClose: () => void
}

export function ConditionDialog({ shown, onClose, ...more }: ConditionDialogProps) {
  const condition = typeof shown === 'object' ? shown : undefined
  return (
    <Dialog
      open={shown !== undefined}
      title={condition ? 'Edit alert condition' : 'Add an alert condition'}
      onClose={onClose}
      footer={<FormButtons form={FORM} submitLabel={condition ? 'Save changes' : 'Add condition'} onCancel={onClose} />}
    >
      {condition ? (
        <DeviceConditionForm id={FORM} {...more} condition={condition} onDone={onClose} />
      ) : (
        <NewCondition first={shown === 'plant' ? 'plant' : 'device'} onClose={onClose} {...more} />
      )}
    </Dialog>
  )
}

function NewCondition(props: Omit<ConditionDialogProps, 'shown'> & { first: ConditionTab }) {
  const { first, devices, plants, celsius, onClose } = props
  const [tab, setTab] = useState<ConditionTab>(first)
  return (
    <Tabs label="What the condition is about" tabs={TABS} selected={tab} onSelect={setTab}>
      <div className="pt-5">
        {tab === 'device' &&
          (devices.length === 0 ? (
            <EmptyState title="No devices available, add one to make an alert condition" />
          ) : (
            <DeviceConditionForm id={FORM} devices={devices} condition={undefined} celsius={celsius} onDone={onClose} />
          ))}
        {tab === 'plant' &&
          (plants.length === 0 ? (
            <EmptyState title="No plants available, add one to make an alert condition" />
          ) : (
            <PlantConditionForm id={FORM} plants={plants} onDone={onClose} />
          ))}
      </div>
    </Tabs>
  )
}
