import { NOTE_MAX, type Episode } from '@greenhouse/contract'
import { Check, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState, type FocusEvent, type FormEvent } from 'react'
import { classes } from '../../lib/classes.ts'
import { useAcknowledge, useWithdraw } from '../../shared/episode/episode-mutations.ts'
import { useOffer } from '../../ui/use-offer.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

const CLOSING_MS = 240

interface TurnedRowProps {
  episode: Episode
  /** Called when the row has left its place, or is as before. */
  onEnd: () => void
  onTakenBack: () => void
}

/** Says in place that an alert is acknowledged, takes a note, and offers to undo it for eight seconds. */
export function TurnedRow({ episode, onEnd, onTakenBack }: TurnedRowProps) {
  const [hasPointer, setPointer] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const [isPending, setPending] = useState(false)
  const withdraw = useWithdraw(episode.episodeId)
  const undo = useRef<HTMLButtonElement>(null)
  const isHeld = hasPointer || hasFocus || isPending || withdraw.isPending
  useOffer(isHeld, () => setClosing(true))
  const ended = useRef(onEnd)
  useEffect(() => {
    ended.current = onEnd
  })
  useEffect(() => {
    if (!isClosing) return undefined
    const timer = setTimeout(() => ended.current(), CLOSING_MS)
    return () => clearTimeout(timer)
  }, [isClosing])
  // The button that was pressed is gone.
  useEffect(() => {
    if (document.activeElement === document.body) undo.current?.focus({ preventScroll: true })
  }, [])

  async function takeBack(): Promise<void> {
    onTakenBack()
    // Ends although the row may be replaced live before the reply comes.
    await withdraw.mutateAsync().then(onEnd, () => undefined)
  }

  return (
    // Pointer and focus only pause the timer.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      data-held={isHeld ? '' : undefined}
      onPointerEnter={({ pointerType }) => setPointer(pointerType !== 'touch')}
      onPointerLeave={() => setPointer(false)}
      onFocus={({ target }: FocusEvent) => setFocus(target.matches(':focus-visible'))}
      onBlur={() => setFocus(false)}
      className={classes('relative grid gap-3 border-t border-line px-4 py-4 sm:px-6', isClosing && 'closing-row')}
    >
      <div className="flex flex-wrap items-center gap-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-small bg-leaf-wash text-leaf-strong max-[22.5rem]:hidden">
          <Check aria-hidden className="size-5" />
        </span>
        <output className="min-w-0 grow">
          <span className="block font-semibold">Acknowledged</span>
          <span className="block text-sm text-ink-soft">
            Reminders stop, the alert stays open.<span className="motion-safe:hidden"> 8 s</span>
          </span>
        </output>
        <Button ref={undo} variant="ghost" busy={withdraw.isPending} onClick={() => void takeBack()} className="px-3!">
          <Undo2 aria-hidden className="size-4" />
          Undo
        </Button>
      </div>
      <NoteForm episode={episode} onPending={setPending} onDone={() => setClosing(true)} />
      {!isClosing && <span aria-hidden className="undo-line absolute inset-x-0 bottom-0 h-0.5 bg-leaf" />}
    </li>
  )
}

interface NoteFormProps {
  episode: Episode
  /** Called as the note is sent, and when that is over. */
  onPending: (isPending: boolean) => void
  onDone: () => void
}

function NoteForm({ episode, onPending, onDone }: NoteFormProps) {
  const [note, setNote] = useState('')
  const acknowledge = useAcknowledge(episode.episodeId)

  function save(event: FormEvent): void {
    event.preventDefault()
    if (note.trim() === '') return onDone()
    onPending(true)
    acknowledge.mutate(note, { onSuccess: onDone, onSettled: () => onPending(false) })
  }

  return (
    <form noValidate onSubmit={save} className="flex items-end gap-2">
      <TextField
        label="Note"
        value={note}
        maxLength={NOTE_MAX}
        placeholder="new batteries tonight"
        onChange={setNote}
        className="min-w-0 grow"
      />
      <Button type="submit" busy={acknowledge.isPending}>
        Save
      </Button>
    </form>
  )
}
