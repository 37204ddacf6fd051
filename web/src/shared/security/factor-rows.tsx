import type { Passkey, SecondFactors } from '@greenhouse/contract'
import { KeyRound, ScrollText, Smartphone, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'

interface FactorRowsProps {
  factors: SecondFactors
  onRemoveApp: () => void
  onRename: (passkey: Passkey) => void
  onRemove: (passkey: Passkey) => void
  onNewCodes: () => void
}

export function FactorRows({ factors, onRemoveApp, onRename, onRemove, onNewCodes }: FactorRowsProps) {
  const { totp, passkeys, recoveryCodesLeft } = factors
  if (totp === null && passkeys.length === 0) return null
  return (
    <ul className="divide-y divide-line rounded-control border border-line">
      {totp && (
        <Row icon={Smartphone} name="Authenticator app" note={`Added ${formatDateTime(totp.createdAt)}`}>
          <Button dense variant="ghost" aria-label="Remove authenticator app" onClick={onRemoveApp}>
            Remove
          </Button>
        </Row>
      )}
      {passkeys.map((passkey) => (
        <Row key={passkey.passkeyId} icon={KeyRound} name={passkey.name} note={lastUse(passkey)}>
          <Button dense variant="ghost" aria-label={`Rename ${passkey.name}`} onClick={() => onRename(passkey)}>
            Rename
          </Button>
          <Button dense variant="ghost" aria-label={`Remove ${passkey.name}`} onClick={() => onRemove(passkey)}>
            Remove
          </Button>
        </Row>
      ))}
      <Row icon={ScrollText} name="Recovery codes" note={codesLeft(recoveryCodesLeft)}>
        <Button dense variant="ghost" onClick={onNewCodes}>
          Make new ones
        </Button>
      </Row>
    </ul>
  )
}

function Row(props: { icon: LucideIcon; name: string; note: string; children: ReactNode }) {
  const { icon: Icon, name, note, children } = props
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5 sm:px-4">
      <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
      <span className="min-w-32 flex-1">
        <span className="block break-words [overflow-wrap:anywhere]">{name}</span>
        <span className="text-sm text-ink-soft">{note}</span>
      </span>
      <span className="ms-auto flex">{children}</span>
    </li>
  )
}

function lastUse({ createdAt, lastUsedAt }: Passkey): string {
  return lastUsedAt === null ? `Added ${formatDateTime(createdAt)}` : `Last used ${formatDateTime(lastUsedAt)}`
}

function codesLeft(count: number): string {
  if (count === 0) return 'All are used. Make new ones'
  return count === 1 ? 'One is left' : `${count} are left`
}
