import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { parsed } from '../../lib/field-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { serverInfoQuery, useReplaceToken } from './device-queries.ts'
import { firstCommands, serverAddress } from './first-commands.ts'

const WAYS = [
  { id: 'mosquitto', label: 'MQTT' },
  { id: 'curl', label: 'HTTP' },
  { id: 'sketch', label: 'ESP32 sketch' },
] as const
type Way = (typeof WAYS)[number]['id']

export interface ConnectDialogProps {
  open: boolean
  device: { deviceId: string; deviceName: string } | undefined
  /** Known only right after it was made. */
  token: string | undefined
  onClose: () => void
}

/** How a board connects: its token while it can be shown, and ready commands with this server's address. */
export function ConnectDialog({ open, device, token, onClose }: ConnectDialogProps) {
  return (
    <Dialog
      open={open}
      title={`Connect ${device?.deviceName ?? ''}`}
      onClose={onClose}
      footer={
        <Button variant="leaf" onClick={onClose}>
          Done
        </Button>
      }
    >
      {device && <Guide deviceId={device.deviceId} given={token} />}
    </Dialog>
  )
}

function Guide({ deviceId, given }: { deviceId: string; given: string | undefined }) {
  const { data: info } = useQuery(serverInfoQuery)
  const replace = useReplaceToken()
  const [way, setWay] = useState<Way>('mosquitto')
  const token = replace.data?.deviceToken ?? given

  const commands = info && firstCommands(serverAddress(info, window.location), deviceId, token ?? 'YOUR-DEVICE-TOKEN')
  return (
    <div className="grid gap-5">
      {token === undefined ? (
        <NewToken
          onConfirm={async (password) => void (await replace.mutateAsync({ userDeviceId: deviceId, password }))}
        />
      ) : (
        <div className="grid gap-2">
          <Copyable label="Device token" text={token} />
          <p className="text-sm text-ink-soft">
            Copy it now: it is not stored in a form that can be shown again. Keep it like a password.
          </p>
        </div>
      )}
      <Copyable label="Device id" text={deviceId} />
      <Tabs label="Ways to connect" tabs={WAYS} selected={way} onSelect={setWay}>
        <div className="pt-4">
          {commands ? (
            <Copyable label={LABELS[way]} text={commands[way]} />
          ) : (
            <Skeleton className="h-28 w-full rounded-control" />
          )}
        </div>
      </Tabs>
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
        The token of a device is shown once, when it is made. If it is lost, make a new one: the old one is refused from
        then on, and a board that uses it loses its connection.
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

const LABELS: Record<Way, string> = {
  mosquitto: 'Send a first reading with mosquitto',
  curl: 'Send a first reading with curl',
  sketch: 'Sketch for Arduino',
}
