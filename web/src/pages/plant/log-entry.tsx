import { doneWords, type Care } from '@greenhouse/contract'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { CareIcon } from '../../shared/care/care-icon.tsx'
import { amountWords } from '../../shared/task/task-words.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import type { AskedEntry } from './entry-dialogs.tsx'
import { mayEdit, mayUndo, type Reader } from './entry-permissions.ts'

interface LogEntryProps {
  entry: Care
  reader: Reader
  onAsk: (asked: AskedEntry) => void
}

export function LogEntry({ entry, reader, onAsk, children }: LogEntryProps & { children: ReactNode }) {
  const { at, by, note } = entry
  const words = doneWords(entry)
  const amount = amountWords(entry)
  return (
    <li className="flex items-start gap-3 border-t border-line py-3 ps-4 pe-2 sm:ps-6 sm:pe-4">
      <span className="grid size-8 shrink-0 place-items-center rounded-pill bg-sunken text-ink-soft">
        <CareIcon kind={entry.kind} className="size-4" />
      </span>
      <div className="min-w-0 grow pt-0.5">
        <p className="wrap-anywhere">
          <bdi className="font-semibold">{words}</bdi>
          {amount !== undefined && <span className="ms-2">{amount}</span>}
        </p>
        <p className="flex flex-wrap gap-x-1 text-sm text-ink-soft">
          <time dateTime={at}>{formatDateTime(at)},</time>
          <bdi className="max-w-full truncate">{by.name}</bdi>
        </p>
        {note !== '' && (
          <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
            {note}
          </p>
        )}
        {children}
      </div>
      <EntryMenu entry={entry} name={`${words}, ${formatDateTime(at)}`} reader={reader} onAsk={onAsk} />
    </li>
  )
}

function EntryMenu({ entry, name, reader, onAsk }: LogEntryProps & { name: string }) {
  const offline = useOnline() ? {} : { isDisabled: true, hint: 'Needs the server' }
  const entries: MenuEntry[] = [
    ...(mayEdit(entry, reader) ? [{ label: 'Edit', ...offline, onChoose: () => onAsk({ act: 'edit', entry }) }] : []),
    ...(mayUndo(entry, reader) ? [{ label: 'Undo', onChoose: () => onAsk({ act: 'undo', entry }) }] : []),
  ]
  if (entries.length === 0) return undefined
  return (
    <Menu
      label={`More for ${name}`}
      groups={[entries]}
      className="grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-sunken"
    >
      <Ellipsis aria-hidden className="size-5" />
    </Menu>
  )
}
