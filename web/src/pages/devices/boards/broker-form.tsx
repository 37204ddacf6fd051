import { brokerInput, type Broker, type BrokerInput } from '@greenhouse/contract'
import { useState } from 'react'
import { parsed, type Parsed } from '../../../lib/field-errors.ts'
import { ConfirmField } from '../../../ui/confirm-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'

type TypedBroker = {
  readonly url: string
  readonly username: string
  readonly password: string
  readonly ca: string
  readonly families: readonly string[]
  /** Other topics, one on each line. */
  readonly topics: string
}

interface BrokerFormProps {
  id: string
  broker: Broker | undefined
  onSave: (input: BrokerInput) => Promise<void>
}

export function BrokerForm({ id, broker, onSave }: BrokerFormProps) {
  const [initial] = useState(() => typedBroker(broker))
  const form = useForm({
    initial,
    parse,
    onSubmit: (input, accountPassword) => onSave({ ...input, accountPassword }),
  })
  return (
    <form id={id} noValidate onSubmit={form.submit} className="grid gap-4">
      <TextField
        label="Address"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="mqtt://192.168.1.10:1883"
        hint="Begins with mqtt://, or with mqtts:// for TLS. What also reaches Greenhouse in another way, as over a bridge of this broker, is stored twice."
        {...form.field('url')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="User name" autoComplete="off" spellCheck={false} {...form.field('username')} />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          hint={broker?.hasPassword ? passwordHint(broker, form.values) : undefined}
          {...form.field('password')}
        />
      </div>
      {/^\s*mqtts:/i.test(form.values.url) && (
        <TextField
          label="Certificate of its authority"
          rows={4}
          hint="Only for a broker with a certificate of its own, in PEM format."
          placeholder="-----BEGIN CERTIFICATE-----"
          {...form.field('ca')}
        />
      )}
      <Topics form={form} />
      <ConfirmField confirmation={form.confirmation} />
    </form>
  )
}

function Topics({ form }: { form: Form<TypedBroker> }) {
  const { families } = form.values
  const toggle = (label: string, isOn: boolean) =>
    form.set('families', isOn ? [...families, label] : families.filter((one) => one !== label))
  return (
    <>
      <fieldset>
        <legend className="text-sm font-medium">What to receive</legend>
        <ul className="grid sm:grid-cols-2">
          {TOPIC_FAMILIES.map(({ label }) => (
            <li key={label}>
              <label className="flex min-h-11 items-center gap-2.5">
                <input
                  type="checkbox"
                  checked={families.includes(label)}
                  onChange={({ target }) => toggle(label, target.checked)}
                  className="size-5 shrink-0 accent-leaf"
                />
                {label}
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      <TextField
        label="Other topics"
        rows={3}
        placeholder="garden/+/sensors"
        hint="One a line, with + for one level and # for the rest."
        {...form.field('topics')}
      />
    </>
  )
}

function typedBroker(broker: Broker | undefined): TypedBroker {
  const { url = '', username = '', ca = '' } = broker ?? {}
  const { families, others } = broker
    ? toChosen(broker.topics)
    : { families: TOPIC_FAMILIES.map(({ label }) => label), others: '' }
  return { url, username, password: '', ca, families, topics: others }
}

/** A changed address needs the password again, so that it can't be sent to another server. */
function passwordHint(broker: Broker, { url, ca }: Pick<TypedBroker, 'url' | 'ca'>): string {
  const isSame = url.trim() === broker.url && ca === broker.ca
  return isSame ? 'Leave empty to keep it.' : 'Enter it again for the new address or certificate.'
}

/** Errors of topics belong to the field in which they are typed. */
function parse({ families, topics, ...rest }: TypedBroker): Parsed<BrokerInput> {
  const result = parsed(brokerInput, { ...rest, topics: toTopics(families, topics) })
  if ('input' in result) return result
  const entries = Object.entries(result.errors).map(([field, message]) => [
    field.replace(/^topics\..*/, 'topics'),
    message,
  ])
  return { errors: Object.fromEntries(entries) }
}

interface TopicFamily {
  readonly label: string
  readonly topics: readonly string[]
}

/** With the default prefixes of boards. */
export const TOPIC_FAMILIES: readonly TopicFamily[] = [
  { label: 'Home Assistant discovery', topics: ['homeassistant/#'] },
  { label: 'Zigbee2MQTT', topics: ['zigbee2mqtt/#'] },
  { label: 'ESPHome', topics: ['esphome/discover/#', '+/sensor/+/state', '+/status'] },
  { label: 'Tasmota', topics: ['tele/#', 'tasmota/discovery/#'] },
  { label: 'Shelly', topics: ['shellies/#', '+/events/rpc', '+/status/#', '+/online'] },
  { label: 'Bluetooth gateways', topics: ['home/#'] },
  { label: 'Mi Flora', topics: ['miflora/#'] },
  { label: 'rtl_433', topics: ['rtl_433/#'] },
]

/** Splits topics into complete families, by label, and others, one on each line. */
export function toChosen(topics: readonly string[]): { families: readonly string[]; others: string } {
  const whole = TOPIC_FAMILIES.filter((family) => family.topics.every((topic) => topics.includes(topic)))
  const covered = new Set(whole.flatMap((family) => family.topics))
  return {
    families: whole.map(({ label }) => label),
    others: topics.filter((topic) => !covered.has(topic)).join('\n'),
  }
}

export function toTopics(families: readonly string[], others: string): string[] {
  const ofFamilies = TOPIC_FAMILIES.filter(({ label }) => families.includes(label)).flatMap(({ topics }) => topics)
  const typed = others.split('\n').map((line) => line.trim())
  return [...new Set([...ofFamilies, ...typed.filter((line) => line !== '')])]
}
