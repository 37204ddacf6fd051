import type { DeviceConnection } from '@greenhouse/contract'
import { KeyRound, RefreshCw } from 'lucide-react'
import { formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from './panel.tsx'

interface TokenPanelProps {
  connection: DeviceConnection | undefined
  onRenew: () => void
}

export function TokenPanel({ connection, onRenew }: TokenPanelProps) {
  const { tokenEnd = null, tokenMadeAt = null } = connection ?? {}
  return (
    <Panel
      title="Token"
      icon={KeyRound}
      summary={tokenEnd === null ? undefined : `ends in ${tokenEnd}`}
      aside={
        <Button variant="ghost" dense onClick={onRenew} aria-label="Renew token">
          <RefreshCw aria-hidden className="size-4" />
          Renew
        </Button>
      }
    >
      <p className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 rounded-control border border-line-strong px-3 py-1.5 text-sm">
        <span className="font-mono">
          <span aria-hidden>{'•'.repeat(12)}</span>
          {tokenEnd !== null && (
            <>
              <span className="sr-only">ends in </span>
              {tokenEnd}
            </>
          )}
        </span>
        {tokenMadeAt !== null && <span className="text-ink-soft">made {formatDate(tokenMadeAt)}</span>}
      </p>
      <p className="mt-3 text-sm text-ink-soft">
        It was shown once, when it was made. A new one replaces it, and the old one stops working at once.
      </p>
    </Panel>
  )
}
