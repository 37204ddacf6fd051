import { ClientError, type SecondStep, type SecondStepMethod, secondStepRoutes } from '@greenhouse/contract'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { browserId } from '../../lib/browser-id.ts'
import { call } from '../../lib/call.ts'
import { canUsePasskeys } from '../../lib/passkeys.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface SecondStepFormProps {
  step: SecondStep
  onDone: (jwt: string) => void
  /** Called when the sign-in must be restarted. */
  onOver: (message: string) => void
}

/** A notice is above the form, an error at its field. */
interface Fault {
  readonly notice?: string | undefined
  readonly error?: string
}

type Proof = { code: string } | { recoveryCode: string } | { passkey: { id: string } }

const METHODS: Record<SecondStepMethod, { title: string; other: string }> = {
  passkey: { title: 'Confirm with your passkey', other: 'Use a passkey' },
  totp: { title: 'Type the code of your authenticator app', other: 'Use the authenticator app' },
  'recovery-code': { title: 'Type one of your recovery codes', other: 'Use a recovery code' },
}

export function SecondStepForm({ step, onDone, onOver }: SecondStepFormProps) {
  const usable = step.methods.filter((method) => method !== 'passkey' || canUsePasskeys())
  const [method, setMethod] = useState(usable[0])
  const [busy, setBusy] = useState(false)
  const [{ notice, error }, setFault] = useState<Fault>({})

  async function send(proof: () => Promise<Proof>) {
    if (busy) return
    setBusy(true)
    setFault({})
    try {
      const body = { ticket: step.ticket, browserId: browserId(), ...(await proof()) }
      onDone((await call(secondStepRoutes.complete, { body })).jwt)
    } catch (failed) {
      if (failed instanceof ClientError && failed.code === 'ticket.invalid') onOver(failed.message)
      else setFault(faultOf(failed))
    } finally {
      setBusy(false)
    }
  }

  function choose(next: SecondStepMethod) {
    setMethod(next)
    setFault({})
  }

  if (method === undefined) return <NoMethod />
  return (
    <section aria-label="Second step" className="enter grid gap-5">
      <StepHeading key={method} text={METHODS[method].title} />
      {notice !== undefined && <Notice>{notice}</Notice>}
      {method === 'passkey' ? (
        <>
          {error !== undefined && <Notice>{error}</Notice>}
          <Button variant="leaf" busy={busy} onClick={() => void send(() => signWithPasskey(step.ticket))}>
            Use passkey
          </Button>
        </>
      ) : (
        <CodeForm
          key={method}
          method={method}
          busy={busy}
          error={error}
          onSend={send}
          onChange={() => setFault({ notice })}
        />
      )}
      <OtherMethods methods={usable.filter((one) => one !== method)} onChoose={choose} onBack={() => onOver('')} />
    </section>
  )
}

interface OtherMethodsProps {
  methods: readonly SecondStepMethod[]
  onChoose: (method: SecondStepMethod) => void
  onBack: () => void
}

function OtherMethods({ methods, onChoose, onBack }: OtherMethodsProps) {
  return (
    <div className="grid justify-items-start gap-2">
      {methods.map((method) => (
        <Button key={method} variant="ghost" onClick={() => onChoose(method)}>
          {METHODS[method].other}
        </Button>
      ))}
      <Button variant="ghost" onClick={onBack}>
        Back
      </Button>
    </div>
  )
}

/** Takes the focus, so that screen readers announce the next step. */
function StepHeading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} tabIndex={-1} className="text-lg">
      {text}
    </h2>
  )
}

interface CodeFormProps {
  method: 'totp' | 'recovery-code'
  busy: boolean
  error: string | undefined
  onSend: (proof: () => Promise<Proof>) => Promise<void>
  onChange: () => void
}

function CodeForm({ method, busy, error, onSend, onChange }: CodeFormProps) {
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState(false)
  const isApp = method === 'totp'

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(typed.trim() === '')
    if (typed.trim() !== '') void onSend(async () => (isApp ? { code: typed } : { recoveryCode: typed }))
  }

  return (
    <form noValidate onSubmit={submit} aria-label="Second step" className="grid gap-5">
      <TextField
        label={isApp ? 'Code' : 'Recovery code'}
        name={isApp ? 'code' : 'recoveryCode'}
        autoComplete={isApp ? 'one-time-code' : 'off'}
        inputMode={isApp ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        error={error ?? (missing ? 'Code is required' : undefined)}
        hint={isApp ? 'Six digits, new every half minute' : 'Each works once'}
        onChange={(value) => {
          setTyped(value)
          setMissing(false)
          onChange()
        }}
      />
      <Button variant="leaf" type="submit" busy={busy}>
        Confirm
      </Button>
    </form>
  )
}

function NoMethod() {
  return (
    <Notice>
      Your passkeys were made for another address of this server, or this browser can’t use them. Open it there, or ask
      whoever runs it.
    </Notice>
  )
}

async function signWithPasskey(ticket: string): Promise<Proof> {
  const optionsJSON = await call(secondStepRoutes.challenge, { body: { ticket } })
  const { askPasskey } = await import('../../lib/passkey-ceremony.ts')
  return { passkey: await askPasskey(optionsJSON) }
}

function faultOf(failed: unknown): Fault {
  if (!(failed instanceof ClientError)) return { notice: 'The passkey was not used. Try again, or choose another way.' }
  const isOfCode = failed.code === 'second-factor.wrong' || failed.code === 'input.invalid'
  return isOfCode ? { error: firstError(failed) } : { notice: failureMessage(failed) }
}

function firstError({ problem, message }: ClientError): string {
  return Object.values(problem?.errors ?? {})[0]?.[0] ?? message
}
