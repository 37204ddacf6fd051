import { NOTE_MAX, type Episode } from '@greenhouse/contract'
import { Check, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState, type FocusEvent, type FormEvent, type PointerEvent } from 'react'
import { classes } from '../../lib/classes.ts'
import {
  useAcknowledge,
  useAcknowledgeMany,
  useWithdraw,
  useWithdrawMany,
} from '../../shared/episode/episode-mutations.ts'
import { useOffer } from '../../ui/use-offer.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import '../../ui/undo-row.css'

const CLOSING_MS = 240

/** Says that an alert is acknowledged. */
export function TurnedRow({ episode, ...more }: Offer & { episode: Episode }) {
  const acknowledge = useAcknowledge(episode.episodeId)
  const withdraw = useWithdraw(episode.episodeId)
  return (
    <OfferRow
      title="Acknowledged"
      words="Reminders stop, the alert stays open."
      onNote={(note) => acknowledge.mutateAsync(note)}
      onUndo={() => withdraw.mutateAsync()}
      {...more}
    />
  )
}

/** Says that many alerts are acknowledged. */
export function TurnedTogether({ episodeIds, ...more }: Offer & { episodeIds: readonly string[] }) {
  const acknowledge = useAcknowledgeMany()
  const withdraw = useWithdrawMany()
  return (
    <OfferRow
      title={`${episodeIds.length} acknowledged`}
      words="Reminders stop, the alerts stay open."
      onNote={(note) => acknowledge.mutateAsync({ episodeIds, note })}
      onUndo={() => withdraw.mutateAsync({ episodeIds })}
      {...more}
    />
  )
}

interface Offer {
  /** Called when the row has left its place, or all is as before. */
  onEnd: () => void
  onTakenBack?: () => void
}

interface OfferRowProps extends Offer {
  title: string
  words: string
  /** Reports its own failure, as `onUndo` does. */
  onNote: (note: string) => Promise<unknown>
  onUndo: () => Promise<unknown>
}

/** Says in place what was done, takes a note, and offers to undo it for eight seconds. */
function OfferRow({ title, words, onNote, onUndo, onEnd, onTakenBack }: OfferRowProps) {
  const [isHeld, hold] = useHold()
  const [pending, setPending] = useState<'note' | 'undo'>()
  const [isClosing, close] = useClosing(isHeld || pending !== undefined, onEnd)
  const undo = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone.
  useEffect(() => {
    if (document.activeElement === document.body) undo.current?.focus({ preventScroll: true })
  }, [])

  async function send(act: 'note' | 'undo', reply: Promise<unknown>, onDone: () => void): Promise<void> {
    setPending(act)
    // Ends although the row may be replaced live before the reply comes.
    await reply.then(onDone, () => undefined)
    setPending(undefined)
  }

  function takeBack(): void {
    onTakenBack?.()
    void send('undo', onUndo(), onEnd)
  }

  return (
    <li
      data-held={isHeld || pending !== undefined ? '' : undefined}
      {...hold}
      className={classes('relative grid gap-3 border-t border-line px-4 py-4 sm:px-6', isClosing && 'closing-row')}
    >
      <div className="flex flex-wrap items-center gap-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-small bg-leaf-wash text-leaf-strong max-[22.5rem]:hidden">
          <Check aria-hidden className="size-5" />
        </span>
        <output className="min-w-0 grow">
          <span className="block font-semibold">{title}</span>
          <span className="block text-sm text-ink-soft">
            {words}
            <span className="motion-safe:hidden"> 8 s</span>
          </span>
        </output>
        <Button ref={undo} variant="ghost" busy={pending === 'undo'} onClick={takeBack} className="px-3!">
          <Undo2 aria-hidden className="size-4" />
          Undo
        </Button>
      </div>
      <NoteForm
        isPending={pending === 'note'}
        onSave={(text) => void send('note', onNote(text), close)}
        onDone={close}
      />
      {!isClosing && <span aria-hidden className="undo-line absolute inset-x-0 bottom-0 h-0.5 bg-leaf" />}
    </li>
  )
}

/** Holds an offer while the pointer or the focus of the keyboard is on it. */
function useHold() {
  const [hasPointer, setPointer] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const hold = {
    onPointerEnter: ({ pointerType }: PointerEvent) => setPointer(pointerType !== 'touch'),
    onPointerLeave: () => setPointer(false),
    onFocus: ({ target }: FocusEvent) => setFocus(target.matches(':focus-visible')),
    onBlur: () => setFocus(false),
  }
  return [hasPointer || hasFocus, hold] as const
}

/** Closes the row at the end of the offer, and calls back once it has closed. */
function useClosing(isHeld: boolean, onEnd: () => void) {
  const [isClosing, setClosing] = useState(false)
  const close = () => setClosing(true)
  useOffer(isHeld, close)
  const ended = useRef(onEnd)
  useEffect(() => {
    ended.current = onEnd
  })
  useEffect(() => {
    if (!isClosing) return undefined
    const timer = setTimeout(() => ended.current(), CLOSING_MS)
    return () => clearTimeout(timer)
  }, [isClosing])
  return [isClosing, close] as const
}

interface NoteFormProps {
  isPending: boolean
  onSave: (note: string) => void
  /** Called for an empty note. */
  onDone: () => void
}

function NoteForm({ isPending, onSave, onDone }: NoteFormProps) {
  const [note, setNote] = useState('')

  function save(event: FormEvent): void {
    event.preventDefault()
    if (note.trim() === '') onDone()
    else onSave(note)
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
      <Button type="submit" busy={isPending}>
        Save
      </Button>
    </form>
  )
}
