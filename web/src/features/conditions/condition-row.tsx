import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'

export interface ConditionRowProps {
  icon: ReactNode
  title: string
  /** The condition itself. */
  words: ReactNode
  note?: ReactNode
  /** Names it for the buttons. */
  name: string
  onEdit?: () => void
  onDelete: () => void
}

/** A condition in a list, in the columns of that list. A double click edits, as does the edit button. */
export function ConditionRow({ icon, title, words, note, name, onEdit, onDelete }: ConditionRowProps) {
  return (
    // The double click is a short cut; the button does the same for keyboard and touch.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li onDoubleClick={onEdit} className="col-span-full grid grid-cols-subgrid items-center gap-y-1 px-4 py-3 sm:px-6">
      {icon}
      <span className="min-w-0 font-medium break-words">{title}</span>
      <span className="min-w-0 max-sm:col-start-2 max-sm:row-start-2">{words}</span>
      <span className="min-w-0 text-sm break-words text-ink-soft max-sm:col-start-2 max-sm:row-start-3">{note}</span>
      <span className="flex justify-end max-sm:col-start-3 max-sm:row-span-3 max-sm:row-start-1">
        {onEdit && (
          <IconButton label={`Edit ${name}`} title={`Edit ${name}`} onClick={onEdit} className="hover:text-ink">
            <Pencil aria-hidden className="size-4.5" />
          </IconButton>
        )}
        <IconButton label={`Delete ${name}`} title={`Delete ${name}`} onClick={onDelete} className="hover:text-ink">
          <Trash2 aria-hidden className="size-4.5" />
        </IconButton>
      </span>
    </li>
  )
}
