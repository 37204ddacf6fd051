import type { Hub } from '@greenhouse/contract'
import { X } from 'lucide-react'
import { formatAge, formatDate } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { IconButton } from '../../../ui/icon-button.tsx'

const REDRAWN_EVERY_MS = 10_000

export function HubList({ hubs, onRemove }: { hubs: readonly Hub[]; onRemove: (hub: Hub) => void }) {
  const now = useNow(REDRAWN_EVERY_MS)
  return (
    <ul aria-label="Tokens for many boards" className="grid gap-1">
      {hubs.map((hub) => (
        <li key={hub.hubId} className="flex items-center gap-3">
          <div className="min-w-0 grow">
            <p dir="auto" className="font-semibold break-words">
              {hub.name}
            </p>
            <p className="text-sm text-ink-soft">
              Made {formatDate(hub.createdAt)},{' '}
              {hub.lastSeenAt === null ? 'not used yet' : `last used ${formatAge(now - Date.parse(hub.lastSeenAt))}`}
            </p>
          </div>
          <IconButton label={`Remove ${hub.name}`} title={`Remove ${hub.name}`} onClick={() => onRemove(hub)}>
            <X aria-hidden className="size-4.5" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
