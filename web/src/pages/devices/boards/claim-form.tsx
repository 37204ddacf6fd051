import type { Board } from '@greenhouse/contract'
import { History } from 'lucide-react'
import { useState } from 'react'
import { Segments } from '../../../ui/segments.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { waitingWords } from '../../../shared/board/board-words.ts'
import { parseClaim, typedClaim, type ClaimInput, type TypedClaim } from './claim-input.ts'
import { KeptSeries } from './kept-series.tsx'
import { intervalChoices, proposedInterval } from '../../../shared/board/sending-interval.ts'

export interface OwnDevice {
  readonly deviceId: string
  readonly deviceName: string
}

interface ClaimFormProps {
  id: string
  board: Board
  devices: readonly OwnDevice[]
  celsius: boolean
  onClaim: (input: ClaimInput) => Promise<void>
}

const KINDS = [
  { id: 'new', label: 'A new device' },
  { id: 'own', label: 'A device I have' },
] as const

export function ClaimForm({ id, board: given, devices, celsius, onClaim }: ClaimFormProps) {
  // The board may send other measures meanwhile; the input is based on this state.
  const [board] = useState(given)
  const [initial] = useState(() => typedClaim(board))
  const form = useForm({ initial, parse: parseClaim, onSubmit: onClaim })
  const isNew = form.values.deviceId === ''
  const first = devices[0]
  return (
    <form id={id} noValidate onSubmit={form.submit} className="grid gap-5">
      {first && (
        <Segments
          legend="What the board is"
          choices={KINDS}
          chosen={isNew ? 'new' : 'own'}
          onChoose={(kind) => form.set('deviceId', kind === 'new' ? '' : first.deviceId)}
        />
      )}
      {isNew ? (
        <NewDeviceFields form={form} board={board} celsius={celsius} />
      ) : (
        <OwnDeviceField form={form} devices={devices} />
      )}
      <Waiting board={board} />
    </form>
  )
}

type ClaimFormState = Form<TypedClaim>

function NewDeviceFields({ form, board, celsius }: { form: ClaimFormState; board: Board; celsius: boolean }) {
  return (
    <>
      <TextField label="Name" autoComplete="off" {...form.field('deviceName')} />
      {board.measures.length > 0 && (
        <KeptSeries
          measures={board.measures}
          kept={form.values.series}
          onChange={(series) => form.set('series', series)}
          errors={form.errors}
          celsius={celsius}
        />
      )}
      <SelectField
        label="Sends every"
        hint="It is late after three times as long without a reading."
        value={form.values.waitTime}
        onChange={(seconds) => form.set('waitTime', seconds)}
        options={intervalChoices(proposedInterval(board))}
        error={form.errors['waitTime']}
      />
    </>
  )
}

function OwnDeviceField({ form, devices }: { form: ClaimFormState; devices: readonly OwnDevice[] }) {
  return (
    <SelectField
      label="It belongs to this device"
      hint="For a board that has another address now, or sends another way. The device keeps its name, series and history."
      value={form.values.deviceId}
      onChange={(deviceId) => form.set('deviceId', deviceId)}
      options={devices.map(({ deviceId, deviceName }) => ({ value: deviceId, label: deviceName }))}
      error={form.errors['deviceId']}
    />
  )
}

function Waiting({ board }: { board: Board }) {
  const [now] = useState(Date.now)
  const words = waitingWords(board, now)
  if (words === undefined) return undefined
  return (
    <p className="flex items-center gap-3 rounded-control border border-line p-4 text-sm">
      <History aria-hidden className="size-5 shrink-0 text-ink-soft" />
      {words}
    </p>
  )
}
