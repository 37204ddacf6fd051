import { Eye, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useMay } from '../../shared/household/household-queries.ts'
import { IconButton } from '../../ui/icon-button.tsx'

interface ConditionRowProps {
  icon: ReactNode
  title: ReactNode
  words: ReactNode
  note?: ReactNode
  /** For labels of buttons. */
  name: string
  /** The page that shows or edits it, if there is one. */
  editPath?: string
  toggle?: ReactNode
  onDelete?: (() => void) | undefined
}

export function ConditionRow({ icon, title, words, note, name, editPath, toggle, onDelete }: ConditionRowProps) {
  const [, navigate] = useLocation()
  const mayEdit = useMay('gardener')
  const [Sign, act] = mayEdit ? [Pencil, `Edit ${name}`] : [Eye, `Show ${name}`]
  return (
    // The double click is a shortcut; the link does the same for keyboard and touch.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      onDoubleClick={editPath === undefined ? undefined : () => navigate(editPath)}
      className="col-span-full grid grid-cols-subgrid items-center gap-y-1 px-4 py-3 sm:px-6"
    >
      {icon}
      <span className="min-w-0 font-medium break-words">{title}</span>
      <span className="min-w-0 max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-2">{words}</span>
      <span className="min-w-0 text-sm break-words text-ink-soft max-sm:col-start-2 max-sm:row-start-3">{note}</span>
      {/* Two quick changes of the switch are not a double click on the row. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <span
        onDoubleClick={(event) => event.stopPropagation()}
        className="flex justify-end max-sm:col-start-3 max-sm:row-start-1"
      >
        {mayEdit && toggle}
      </span>
      <span className="flex justify-end max-sm:col-start-3 max-sm:row-start-3">
        {editPath !== undefined && (
          <Link
            to={editPath}
            aria-label={act}
            title={act}
            className="grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink"
          >
            <Sign aria-hidden className="size-4.5" />
          </Link>
        )}
        {mayEdit && onDelete && (
          <IconButton label={`Delete ${name}`} title={`Delete ${name}`} onClick={onDelete} className="hover:text-ink">
            <Trash2 aria-hidden className="size-4.5" />
          </IconButton>
        )}
      </span>
    </li>
  )
}
