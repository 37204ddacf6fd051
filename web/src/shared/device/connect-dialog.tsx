import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useReplaceToken } from './device-mutations.ts'
import { SendReadings } from './send-readings.tsx'
import type { BoardSnippetsProps } from './snippets/board-snippets.tsx'
import * as z from 'zod/mini'
import { parsed } from '../../lib/field-errors.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'

interface ConnectDialogProps {
  open: boolean
  device: BoardSnippetsProps['device'] | undefined
  /** Known only right after creation. */
  token: string | undefined
  firstReading: ReactNode
  onReplaced?: ((token: string) => void) | undefined
  onClose: () => void
}

export function ConnectDialog({ open, device, token, firstReading, onReplaced, onClose }: ConnectDialogProps) {
  return (
    <Dialog
      open={open}
      title={`Connect ${device?.deviceName ?? ''}`}
      onClose={onClose}
      footer={
        <>
          <div className="min-w-0 self-center sm:me-auto">{device && firstReading}</div>
          <Button variant="leaf" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {device && <Guide device={device} given={token} onReplaced={onReplaced} onLeave={onClose} />}
    </Dialog>
  )
}

interface GuideProps extends Pick<BoardSnippetsProps, 'device' | 'onLeave'> {
  given: string | undefined
  onReplaced: ConnectDialogProps['onReplaced']
}

function Guide({ device, given, onReplaced, onLeave }: GuideProps) {
  const { deviceId } = device
  const replace = useReplaceToken()
  const token = replace.data?.deviceToken ?? given
  return (
    <div className="grid grid-cols-1 gap-5">
      {token === undefined ? (
        <NewToken
          onConfirm={async (password) => {
            const { deviceToken } = await replace.mutateAsync({ userDeviceId: deviceId, password })
            onReplaced?.(deviceToken)
          }}
        />
      ) : (
        <div className="grid gap-2">
          <Copyable label="Device token" text={token} />
          <p className="text-sm text-ink-soft">Copy it now, it won’t be shown again. Treat it like a password.</p>
        </div>
      )}
      <Copyable label="Device id" text={deviceId} />
      <SendReadings device={device} token={token} onLeave={onLeave} fixed />
    </div>
  )
}

const passwordInput = z.object({ password: z.string().check(z.minLength(1, 'Password is required')) })

function NewToken({ onConfirm }: { onConfirm: (password: string) => Promise<void> }) {
  const form = useForm({
    initial: { password: '' },
    parse: (typed) => parsed(passwordInput, typed),
    onSubmit: ({ password }) => onConfirm(password),
  })
  return (
    <form noValidate onSubmit={form.submit} aria-label="New token" className="grid justify-items-start gap-3">
      <p className="text-ink-soft">
        A token is shown only once. Lost it? Create a new one: the old one stops working at once.
      </p>
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        className="w-full"
        {...form.field('password')}
      />
      <Button type="submit" busy={form.busy}>
        Create a new token
      </Button>
    </form>
  )
}
