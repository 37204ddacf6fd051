import { type NetworkAccess, type ServerInfo } from '@greenhouse/contract'
import { Unplug } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { parsed } from '../../../lib/field-errors.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Track } from '../../../ui/toggle.tsx'
import { useFirstField } from '../../../ui/use-first-field.ts'
import { useForm } from '../../../ui/use-form.ts'
import { useUser } from '../../../shared/session/session-queries.ts'
import { useSetNetworkAccess } from './network-queries.ts'

interface NetworkSwitchProps {
  network: NetworkAccess
  info: ServerInfo
  /** Of the server's machine in its network; undefined when it has none. */
  address: string | undefined
}

/** Says that no board reaches a server that listens on loopback; an admin can change that here, and back. */
export function NetworkSwitch({ network, info, address }: NetworkSwitchProps) {
  const user = useUser()
  const isAdmin = user?.role === 'admin'
  if (network.open && !(network.switchable && isAdmin)) return undefined
  return (
    <div className="grid gap-3">
      {!network.open && <Unreachable />}
      {network.switchable && isAdmin ? (
        <Switch isOpen={network.open} info={info} address={address} />
      ) : (
        <p className="text-sm text-ink-soft">
          Ask the person who runs this server.{' '}
          {network.switchable ? (
            <>
              If that is you, <Command>npm run admin -- grant {user?.email ?? 'you@example.org'}</Command> lets you
              switch it on here.
            </>
          ) : (
            <>
              It decides by HOST where it listens: <Command>HOST=0.0.0.0</Command> opens it to your network.
            </>
          )}
        </p>
      )}
    </div>
  )
}

function Command({ children }: { children: ReactNode }) {
  return <code className="font-mono break-words text-ink">{children}</code>
}

function Unreachable() {
  return (
    <div className="flex items-start gap-2.5 rounded-control bg-sun-wash p-4 text-sun-ink">
      <Unplug aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div>
        <p className="font-semibold">A board can’t reach this server yet</p>
        <p className="text-sm">It answers only on this machine (127.0.0.1).</p>
      </div>
    </div>
  )
}

function Switch({ isOpen, info, address }: { isOpen: boolean } & Omit<NetworkSwitchProps, 'network'>) {
  const textId = useId()
  const [isAsked, setAsked] = useState(false)
  const at = address === undefined ? 'At all addresses of this machine' : `At ${address}`
  return (
    <div className="border-b border-line pb-3">
      <button
        type="button"
        role="switch"
        aria-checked={isOpen}
        aria-describedby={textId}
        aria-expanded={isAsked}
        onClick={() => setAsked(!isAsked)}
        className="flex min-h-11 w-full items-center justify-between gap-4 rounded-control text-start font-medium"
      >
        Answer in my network
        <Track on={isOpen} />
      </button>
      <p id={textId} className="pe-14 text-sm text-ink-soft">
        {at}, at once and after each restart. Everybody in your network can then open the sign-in page
        {info.registrationOpen && ', and make an account: registration is open'}.
      </p>
      {isAsked && <Confirm key={String(isOpen)} isOpen={isOpen} onDone={() => setAsked(false)} />}
    </div>
  )
}

const passwordInput = z.object({ password: z.string().check(z.minLength(1, 'Password is required')) })

function Confirm({ isOpen, onDone }: { isOpen: boolean; onDone: () => void }) {
  const { mutateAsync: set } = useSetNetworkAccess()
  const element = useFirstField('password')
  const form = useForm({
    initial: { password: '' },
    parse: (typed) => parsed(passwordInput, typed),
    async onSubmit({ password }) {
      await set({ open: !isOpen, password })
      onDone()
    },
  })
  return (
    <form ref={element} noValidate onSubmit={form.submit} aria-label="Answer in my network" className="mt-3 grid gap-3">
      {isOpen && (
        <p className="text-sm text-ink-soft">
          Boards and people in your network are then cut off, and this page too unless it is open on the server’s
          machine.
        </p>
      )}
      <TextField
        label="Your Greenhouse password"
        type="password"
        autoComplete="current-password"
        {...form.field('password')}
      />
      <Button type="submit" busy={form.busy} className="justify-self-start">
        {isOpen ? 'Answer on this machine only' : 'Answer in my network'}
      </Button>
    </form>
  )
}
