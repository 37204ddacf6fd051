import {
  careRoutes,
  photoRoutes,
  taskRoutes,
  type Care,
  type CareInput,
  type Done,
  type LoggedKind,
  type Photo,
  type Task,
} from '@greenhouse/contract'

/** The calls that may wait for the network. */
export const queuedRoutes = {
  add: careRoutes.add,
  done: careRoutes.done,
  skip: careRoutes.skip,
  snooze: taskRoutes.snooze,
  remove: careRoutes.remove,
  photo: photoRoutes.add,
  removePhoto: photoRoutes.remove,
} as const
type ActName = keyof typeof queuedRoutes

/** The rest has defaults. */
export type NewCare = Pick<CareInput, 'careId' | 'kind' | 'plantIds'> & Partial<CareInput>

interface Parts {
  add: { readonly body: NewCare }
  done: { readonly params: { taskId: string }; readonly body: { careId: string } }
  skip: { readonly params: { taskId: string }; readonly body: { careId: string } }
  snooze: { readonly params: { taskId: string }; readonly body: { until: string | null } }
  remove: { readonly params: { careId: string }; readonly query: { batch: '0' | '1' } }
  photo: {
    readonly params: { plantId: string }
    readonly query: { photoId: string; careId: string; takenAt: string }
    readonly file: Blob
    /** A small copy as a data URL. */
    readonly preview: string
  }
  removePhoto: { readonly params: { photoId: string } }
}

export interface Replies {
  add: { readonly care: readonly Care[]; readonly merged: boolean }
  done: Done
  skip: Done
  snooze: Task
  remove: void
  photo: Photo
  removePhoto: void
}

/** The reply to an act that waits for the network. */
export const KEPT = Symbol('kept')
export type Reply<Name extends ActName> = Replies[Name] | typeof KEPT

/** The code of an act that needs the consent of its person. */
export const TOO_OLD = 'act.too-old'

interface Described {
  /** The id of the entry or photo that it adds or removes; of a snooze its own. */
  readonly key: string
  /** `Watered Lemon`. */
  readonly label: string
  /** The plants that it waters, with their last watering before it. */
  readonly watered?: Readonly<Record<string, string | null>> | undefined
  /** The work of a task, which can be logged without it. */
  readonly work?: { readonly plantId: string; readonly kind: LoggedKind; readonly label: string } | undefined
}

export type Act<Name extends ActName = ActName> = { [N in Name]: { readonly route: N } & Parts[N] & Described }[Name]

export type QueuedAct = Act & {
  readonly userId: string
  readonly order: number
  /** When it was done, by the clock of the server. */
  readonly at: string
  readonly tries: number
  /** Its person was asked, or it was refused once. */
  readonly isAnyAge?: boolean
  /** Why it is not sent; undefined while it waits. */
  readonly refusal: { readonly reason: string; readonly code: string } | undefined
}

/** Returns whether an act takes something back. */
export function isRemoval({ route }: Act): boolean {
  return route === 'remove' || route === 'removePhoto'
}

/** Returns whether it is sent without a question. */
export function isWaiting({ refusal }: QueuedAct): boolean {
  return refusal === undefined
}

export function plantsWateredBy(act: Act): readonly string[] {
  if (act.route === 'add') return act.body.kind === 'water' ? act.body.plantIds : []
  return act.route === 'done' && act.work?.kind === 'water' ? [act.work.plantId] : []
}
