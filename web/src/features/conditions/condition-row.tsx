import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'

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

/** A condition in a list. A double click edits, as does the button that says so. */
export function ConditionRow({ icon, title, words, note, name, onEdit, onDelete }: ConditionRowProps) {
  return (
    // The double click is a short cut; the button does the same for keyboard and touch.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      onDoubleClick={onEdit}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_auto] sm:px-6"
    >
      {icon}
      <span className="min-w-0 font-medium break-words">{title}</span>
      <span className="min-w-0 max-sm:col-start-2 max-sm:row-start-2">{words}</span>
      <span className="min-w-0 text-sm break-words text-ink-soft max-sm:col-start-2 max-sm:row-start-3">{note}</span>
      <span className="flex max-sm:col-start-3 max-sm:row-span-3 max-sm:row-start-1">
        {onEdit && <RowButton label={`Edit ${name}`} icon={Pencil} onClick={onEdit} />}
        <RowButton label={`Delete ${name}`} icon={Trash2} onClick={onDelete} />
      </span>
    </li>
  )
}

function RowButton(props: { label: string; icon: typeof Pencil; onClick: () => void }) {
  const { label, icon: Icon, onClick } = props
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink"
    >
      <Icon aria-hidden className="size-4.5" />
    </button>
  )
}
