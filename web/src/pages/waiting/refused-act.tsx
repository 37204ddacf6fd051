import { useState } from 'react'
import { CircleAlert, CircleQuestionMark } from 'lucide-react'
import { classes } from '../../lib/classes.ts'
import { toCalendarDate } from '../../lib/dates.ts'
import { formatDateTime, formatTime } from '../../lib/format.ts'
import { TOO_OLD, type Act, type QueuedAct } from '../../shared/queue/queued-act.ts'
import { queue } from '../../shared/queue/queue.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { PickPhotos } from '../../shared/care/photo/pick-photos.tsx'
import { shrinkPhoto, UnreadablePhoto } from '../../shared/care/photo/shrink-photo.ts'
import { Button, buttonClass } from '../../ui/button.tsx'

/** Says why an act is not sent, and offers what is left to do. */
export function RefusedAct({ act }: { act: QueuedAct }) {
  const { key, label, at, refusal } = act
  const withoutPlan = loggedWithoutPlan(act)
  const isOld = refusal?.code === TOO_OLD
  const Icon = isOld ? CircleQuestionMark : CircleAlert
  return (
    <li className="flex gap-3 border-t border-line px-4 py-4 sm:px-5">
      <Icon aria-hidden className={classes('mt-0.5 size-5 shrink-0', isOld ? 'text-sun-ink' : 'text-danger')} />
      <div className="min-w-0 grow">
        <p className="font-medium wrap-anywhere">
          <bdi>{label}</bdi>
        </p>
        <time dateTime={at} className="block text-sm text-ink-soft">
          {whenWords(at)}
        </time>
        <p className={classes('mt-1 text-sm wrap-anywhere', isOld ? 'text-sun-ink' : 'text-danger')}>
          {refusal?.reason}
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          {act.route === 'photo' && UNREADABLE.has(refusal?.code ?? '') ? (
            <ChooseAnother act={act} />
          ) : withoutPlan ? (
            <Button variant="soft" onClick={() => void queue.retry(act, withoutPlan)}>
              Log without the plan
            </Button>
          ) : (
            <Button variant="soft" onClick={() => void queue.retry(act)}>
              {isOld ? 'Send it now' : 'Try again'}
            </Button>
          )}
          <Button variant="ghost" onClick={() => void queue.discard(key)} className="border-transparent!">
            Discard
          </Button>
        </div>
      </div>
    </li>
  )
}

/** The same bytes would be refused again. */
const UNREADABLE = new Set(['photo.unreadable', 'body.too-large'])

function ChooseAnother({ act }: { act: Extract<QueuedAct, { route: 'photo' }> }) {
  const [refusal, setRefusal] = useState<string>()

  async function replace([original]: readonly File[]) {
    if (!original) return
    setRefusal(undefined)
    try {
      const { file, preview } = await shrinkPhoto(original)
      await queue.retry(act, { file, preview })
    } catch (error) {
      setRefusal(error instanceof UnreadablePhoto ? error.message : failureMessage(error))
    }
  }

  return (
    <>
      <PickPhotos onPick={(files) => void replace(files)} className={buttonClass()}>
        Choose another
      </PickPhotos>
      {refusal !== undefined && (
        <p role="alert" className="order-last basis-full text-sm text-danger">
          {refusal}
        </p>
      )}
    </>
  )
}

/** Returns `today 09.40`, or the date with the time. */
function whenWords(at: string): string {
  return toCalendarDate(at) === toCalendarDate(Date.now()) ? `today ${formatTime(at)}` : formatDateTime(at)
}

/** The second is of a plan without a logged entry: it leaves nothing behind. */
const PLAN_IS_GONE = new Set(['task.ended', 'task.not-found'])

/** Returns the entry for work on a plant whose plan no longer exists. */
function loggedWithoutPlan({ key, route, work, refusal }: QueuedAct): Partial<Act> | undefined {
  if (route !== 'done' || !PLAN_IS_GONE.has(refusal?.code ?? '') || !work) return undefined
  const { plantId, ...what } = work
  return { route: 'add', body: { careId: key, plantIds: [plantId], ...what } }
}
