import { CircleSlash, ListChecks, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { Attention } from './attention.ts'
import { jumpTo, type PanelId } from './panel.tsx'

/** On phones, where the panels may be out of sight. */
export function JumpChips({ due, attention: { open, silent } }: { due: number; attention: Attention }) {
  if (due + open + silent.length === 0) return undefined
  return (
    <div className="flex flex-wrap gap-2 sm:hidden">
      {due > 0 && <Chip Icon={ListChecks} panel="to-do" words={`${due} to do`} />}
      {open > 0 && (
        <Chip Icon={TriangleAlert} panel="needs-attention" words={open === 1 ? '1 alert' : `${open} alerts`} />
      )}
      {silent.length > 0 && <Chip Icon={CircleSlash} panel="needs-attention" words={`${silent.length} silent`} />}
    </div>
  )
}

function Chip({ Icon, panel, words }: { Icon: LucideIcon; panel: PanelId; words: string }) {
  return (
    <button
      type="button"
      onClick={() => jumpTo(panel)}
      className="inline-flex min-h-11 items-center gap-2 rounded-pill border border-line-strong bg-surface px-3.5 text-sm"
    >
      <Icon aria-hidden className="size-4 text-ink-soft" />
      {words}
    </button>
  )
}
