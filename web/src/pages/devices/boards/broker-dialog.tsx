import type { Broker } from '@greenhouse/contract'
import { FormButtons } from '../../../ui/form-buttons.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { CHANGE_TOAST, toast } from '../../../ui/toast.ts'
import { useSaveBroker } from './board-mutations.ts'
import { BrokerForm } from './broker-form.tsx'

const FORM = 'broker-form'

type EditedBroker = { readonly broker: Broker | undefined }

/** Open while `edited` is set. */
export function BrokerDialog({ edited, onClose }: { edited: EditedBroker | undefined; onClose: () => void }) {
  const broker = edited?.broker
  const { mutateAsync: save } = useSaveBroker(broker?.brokerId)
  return (
    <Sheet
      open={edited !== undefined}
      title={broker ? 'Edit broker' : 'Connect a broker'}
      onClose={onClose}
      footer={<FormButtons form={FORM} submitLabel={broker ? 'Save changes' : 'Connect broker'} onCancel={onClose} />}
    >
      <BrokerForm
        id={FORM}
        broker={broker}
        onSave={async (input) => {
          await save(input)
          toast.success(broker ? 'The broker is changed' : 'The broker is added and is being connected', CHANGE_TOAST)
          onClose()
        }}
      />
    </Sheet>
  )
}
