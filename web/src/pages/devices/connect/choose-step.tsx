import { ChevronRight } from 'lucide-react'
import { KindDrawing } from './kind-drawing.tsx'
import { KINDS, OTHERS, type Kind, type KindId } from './kinds.ts'

interface ChooseStepProps {
  onChoose: (kind: Kind & { readonly id: KindId }) => void
  busy: boolean
}

/** The dialog focuses what has the attribute; it would be the close button otherwise. */
const focusAtOpening = (button: HTMLButtonElement | null) => button?.setAttribute('autofocus', '')

const LOOK =
  'rounded-card border text-start transition-colors hover:border-leaf aria-disabled:opacity-60 forced-colors:border-current'

export function ChooseStep({ onChoose, busy }: ChooseStepProps) {
  const choose = (kind: Parameters<typeof onChoose>[0]) => () => busy || onChoose(kind)
  return (
    <div className="grid gap-3">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {KINDS.map((kind, index) => (
          <li key={kind.id}>
            <button
              ref={index === 0 ? focusAtOpening : undefined}
              type="button"
              aria-disabled={busy || undefined}
              onClick={choose(kind)}
              className={`flex h-full w-full flex-col gap-2 border-line-strong bg-surface p-4 ${LOOK}`}
            >
              <span className="grid h-16 w-full place-items-center">
                <KindDrawing kind={kind.id} />
              </span>
              <span>
                <span className="block font-semibold">{kind.title}</span>
                <span className="block text-sm text-ink-soft">{kind.detail}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        aria-disabled={busy || undefined}
        onClick={choose(OTHERS)}
        className={`flex min-h-13 items-center gap-3 border-dashed border-line-strong px-4 py-2.5 text-sm ${LOOK}`}
      >
        <span className="grow">{OTHERS.detail}</span>
        <ChevronRight aria-hidden className="size-4 shrink-0" />
      </button>
    </div>
  )
}
