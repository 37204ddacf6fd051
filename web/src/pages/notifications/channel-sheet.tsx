import {
  type Channel,
  type ChannelKind,
  channelInput,
  type ChannelChange,
  type ChannelInput,
} from '@greenhouse/contract'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'
import { kindOf, type TargetField } from './channel-kinds.ts'
import { useAddChannel, useChangeChannel } from './channel-mutations.ts'
import { parsed, type Parsed } from '../../lib/field-errors.ts'
import { ConfirmField } from '../../ui/confirm-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'

const FORM = 'channel-form'

export interface EditedChannel {
  readonly kind: ChannelKind
  readonly channel: Channel | undefined
}

/** Open while `edited` is set. Shows a new signing secret before it closes. */
export function ChannelSheet({ edited, onClose }: { edited: EditedChannel | undefined; onClose: () => void }) {
  const [secret, setSecret] = useState<string>()
  const label = edited ? kindOf(edited.kind).label : ''
  const channel = edited?.channel
  const save = useSave(channel)

  function close() {
    setSecret(undefined)
    onClose()
  }

  async function submit(saved: SavedChannelForm) {
    const { signingSecret, isConfirmed } = await save(saved)
    toast.success(
      isConfirmed ? `${label} is saved` : 'Almost there: open the link in the mail that was just sent',
      CHANGE_TOAST,
    )
    if (signingSecret === undefined) close()
    else setSecret(signingSecret)
  }

  return (
    <Sheet
      open={edited !== undefined}
      title={channel ? `Edit ${channel.name}` : `Set up ${label}`}
      onClose={close}
      footer={
        secret === undefined ? (
          <FormButtons form={FORM} submitLabel={channel ? 'Save changes' : 'Set up'} onCancel={close} />
        ) : (
          <Button variant="leaf" onClick={close}>
            Done
          </Button>
        )
      }
    >
      {secret !== undefined ? (
        <div className="grid gap-4">
          <p>Each request is signed with this secret. It is shown only now; your receiver needs it.</p>
          <Copyable label="Signing secret" text={secret} />
        </div>
      ) : (
        edited && (
          <div className="grid gap-4">
            <p className="text-ink-soft">{kindOf(edited.kind).about}</p>
            <ChannelForm key={channel?.channelId ?? edited.kind} id={FORM} {...edited} onSave={submit} />
          </div>
        )
      )}
    </Sheet>
  )
}

function useSave(channel: Channel | undefined) {
  const { mutateAsync: add } = useAddChannel()
  const { mutateAsync: change } = useChangeChannel()
  return async (saved: SavedChannelForm) => {
    const channelId = channel?.channelId ?? ''
    if ('change' in saved) return await change({ channelId, change: saved.change })
    return await (channel ? change({ channelId, change: saved.input }) : add(saved.input))
  }
}

/** The name, and fields of the target as `target.server`. */
type TypedChannel = Record<string, string>

type SavedChannelForm = { readonly input: ChannelInput } | { readonly change: ChannelChange }

interface ChannelFormProps {
  id: string
  kind: ChannelKind
  channel: Channel | undefined
  onSave: (saved: SavedChannelForm) => Promise<void>
}

function ChannelForm({ id, kind, channel, onSave }: ChannelFormProps) {
  const { fields, label } = kindOf(kind)
  const [initial] = useState(() => typedChannel(fields, label, channel))
  const isMoved = (values: TypedChannel) => fields.some(({ name }) => values[at(name)] !== initial[at(name)])
  const form = useForm<TypedChannel, SavedChannelForm>({
    initial,
    parse: (typed) => parse(typed, kind, channel !== undefined && !isMoved(typed)),
    onSubmit: (saved, password) => onSave('input' in saved ? { input: { ...saved.input, password } } : saved),
  })
  const asksAgain = channel !== undefined && isMoved(form.values)
  return (
    <form id={id} noValidate onSubmit={form.submit} className="grid gap-4">
      <TextField label="Name" autoComplete="off" {...form.field('name')} />
      {fields.map((field) =>
        field.options ? (
          <SelectField
            key={field.name}
            label={field.label}
            options={field.options}
            value={form.values[at(field.name)] ?? ''}
            error={form.errors[at(field.name)]}
            onChange={(value) => form.set(at(field.name), value)}
          />
        ) : (
          <TextField
            key={field.name}
            label={field.label}
            autoComplete="off"
            spellCheck={false}
            placeholder={field.placeholder}
            hint={hintOf(field, channel !== undefined, asksAgain)}
            {...form.field(at(field.name))}
          />
        ),
      )}
      <ConfirmField confirmation={form.confirmation} />
    </form>
  )
}

function at(name: string): string {
  return `target.${name}`
}

function typedChannel(fields: readonly TargetField[], label: string, channel: Channel | undefined): TypedChannel {
  const typed = fields.map(({ name, initial = '' }) => [at(name), channel?.parts[name] ?? (channel ? '' : initial)])
  return { name: channel?.name ?? label, ...Object.fromEntries(typed) }
}

/** Secrets are never shown again, so any change of the target needs them anew. */
function hintOf({ isSecret, hint }: TargetField, isKnown: boolean, asksAgain: boolean): string | undefined {
  if (isSecret !== true || !isKnown) return hint
  return asksAgain ? `Enter it again. ${hint ?? ''}`.trim() : 'Leave empty to keep it.'
}

function parse(typed: TypedChannel, kind: ChannelKind, keepsTarget: boolean): Parsed<SavedChannelForm> {
  const fields = kindOf(kind).fields.map(({ name }) => [name, typed[at(name)] ?? ''])
  if (keepsTarget) {
    const name = (typed['name'] ?? '').trim()
    const fault =
      name === '' ? 'Name is required' : name.length > 60 ? 'Name cannot be longer than 60 characters' : undefined
    return fault === undefined ? { input: { change: { name } } } : { errors: { name: fault } }
  }
  const result = parsed(channelInput, { name: typed['name'], target: { kind, ...Object.fromEntries(fields) } })
  return 'errors' in result ? result : { input: { input: result.input } }
}
