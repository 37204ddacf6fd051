import { PHOTOS_PER_ENTRY_MAX } from '@greenhouse/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { reportException } from '../../../lib/error-reports.ts'
import { failureMessage } from '../../../lib/failure-message.ts'
import { randomId } from '../../../lib/random-id.ts'
import { KEPT } from '../../queue/queued-act.ts'
import { queue } from '../../queue/queue.ts'
import { outdatedBy, refetchOutdated } from '../../query-keys.ts'
import { shrinkPhoto, UnreadablePhoto, type ShrunkPhoto } from './shrink-photo.ts'
import { takenInstant } from './taken-at.ts'

export interface ChosenPhoto {
  readonly photoId: string
  /** Of its file. */
  readonly name: string
  /** Undefined while it is made smaller, and for a file that is no photo. */
  readonly shrunk?: ShrunkPhoto
  readonly state: 'shrinking' | 'ready' | 'sending' | 'done'
  /** Why it is not added. */
  readonly refusal?: string | undefined
}

interface EntryOfPhotos {
  readonly careId: string
  readonly plantId: string
  readonly plantName: string
  /** Of a photo whose camera wrote no time. */
  readonly at: string
  /** Of the household. */
  readonly zone: string
}

export interface ChosenPhotos {
  readonly all: readonly ChosenPhoto[]
  /** Why some files were not chosen. */
  readonly notice: string | undefined
  add(files: readonly File[]): void
  remove(photoId: string): void
  /** Sends the photos that can be sent, in their order. Returns how many were, and how many wait for the network. */
  send(entry: EntryOfPhotos): Promise<{ readonly done: number; readonly kept: number; readonly refused: number }>
}

/** Keeps the photos that are chosen for an entry, made smaller one after the other. */
export function useChosenPhotos(): ChosenPhotos {
  const client = useQueryClient()
  const [all, setAll] = useState<readonly ChosenPhoto[]>([])
  const [notice, setNotice] = useState<string>()
  // The newest state for work that takes longer than a render.
  const newest = useRef(all)
  const shrinking = useRef<Promise<void>>(Promise.resolve())

  function show(next: readonly ChosenPhoto[]): void {
    newest.current = next
    setAll(next)
  }

  function change(photoId: string, changes: Partial<ChosenPhoto>): void {
    show(newest.current.map((photo) => (photo.photoId === photoId ? { ...photo, ...changes } : photo)))
  }

  async function shrink(photoId: string, file: File): Promise<void> {
    if (!newest.current.some((photo) => photo.photoId === photoId)) return
    try {
      change(photoId, { shrunk: await shrinkPhoto(file), state: 'ready' })
    } catch (error) {
      change(photoId, { refusal: sentenceOf(error), state: 'ready' })
    }
  }

  function add(files: readonly File[]): void {
    const room = PHOTOS_PER_ENTRY_MAX - newest.current.length
    setNotice(files.length > room ? `An entry can have ${PHOTOS_PER_ENTRY_MAX} photos.` : undefined)
    for (const file of files.slice(0, room)) {
      const photoId = randomId()
      show([...newest.current, { photoId, name: file.name, state: 'shrinking' }])
      shrinking.current = shrinking.current.then(() => shrink(photoId, file))
    }
  }

  function remove(photoId: string): void {
    setNotice(undefined)
    show(newest.current.filter((photo) => photo.photoId !== photoId))
  }

  async function send(entry: EntryOfPhotos) {
    await shrinking.current
    let [done, kept, refused] = [0, 0, 0]
    for (const { photoId, shrunk, state } of newest.current) {
      if (!shrunk || state === 'done') continue
      change(photoId, { state: 'sending', refusal: undefined })
      try {
        if ((await queue.perform(actOf({ photoId, shrunk }, entry))) === KEPT) kept += 1
        done += 1
        change(photoId, { state: 'done' })
      } catch (error) {
        refused += 1
        change(photoId, { state: 'ready', refusal: sentenceOf(error) })
      }
    }
    void refetchOutdated(client, outdatedBy.photos)
    return { done, kept, refused }
  }

  return { all, notice, add, remove, send }
}

function sentenceOf(error: unknown): string {
  if (error instanceof UnreadablePhoto) return error.message
  reportException(error)
  return failureMessage(error)
}

function actOf(
  { photoId, shrunk }: { readonly photoId: string; readonly shrunk: ShrunkPhoto },
  { careId, plantId, plantName, at, zone }: EntryOfPhotos,
) {
  const takenAt = (shrunk.takenAt && takenInstant(shrunk.takenAt, zone, Date.now())) ?? at
  return {
    route: 'photo',
    key: photoId,
    label: `Photo of ${plantName}`,
    params: { plantId },
    query: { photoId, careId, takenAt },
    file: shrunk.file,
    preview: shrunk.preview,
  } as const
}
