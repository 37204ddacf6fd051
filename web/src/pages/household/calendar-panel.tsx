import { CALENDAR_FEEDS_MAX, calendarFeedInput, type CalendarFeed, type NewCalendarFeed } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '../../lib/failure-message.ts'
import { parsed } from '../../lib/field-errors.ts'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmField } from '../../ui/confirm-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { calendarFeedList, useDeleteFeed, useMakeFeed } from './calendar-mutations.ts'
import { LinkWithQr } from './link-with-qr.tsx'
import { Panel } from './panel.tsx'

/** Links with which calendar programs show the tasks of the household. */
export function CalendarPanel() {
  const feeds = useQuery(calendarFeedList)
  const [made, setMade] = useState<NewCalendarFeed>()
  return (
    <Panel title="Calendar">
      <p className="text-sm text-ink-soft">
        Your calendar shows the tasks of the next 60 days, and reads them again every hour.
      </p>
      {made && (
        <LinkWithQr
          isUrlShown
          url={made.url}
          of="calendar"
          about="Add it to your calendar by its address. It is shown only now, and whoever has it can read your tasks."
        />
      )}
      <QueryState
        query={feeds}
        skeleton={<Skeleton className="h-12 rounded-control" />}
        failure="Your calendar links could not be loaded."
      >
        {(data) => (
          <>
            {data.length > 0 && <FeedList feeds={data} onDeleted={(id) => id === made?.feedId && setMade(undefined)} />}
            {data.length < CALENDAR_FEEDS_MAX ? (
              <FeedForm onMade={setMade} />
            ) : (
              <p className="text-sm text-ink-soft">You have {CALENDAR_FEEDS_MAX} links. Delete one to make another.</p>
            )}
          </>
        )}
      </QueryState>
    </Panel>
  )
}

interface FeedListProps {
  feeds: readonly CalendarFeed[]
  onDeleted: (feedId: string) => void
}

function FeedList({ feeds, onDeleted }: FeedListProps) {
  const { mutate: remove, isPending, variables } = useDeleteFeed()

  function send(feedId: string) {
    remove(feedId, {
      onSuccess() {
        toast.success('Calendar link deleted')
        onDeleted(feedId)
      },
      onError: (error) => void toast.error(failureMessage(error)),
    })
  }

  return (
    <ul className="divide-y divide-line">
      {feeds.map(({ feedId, mine, createdAt, lastReadAt }) => (
        <li key={feedId} className="flex items-center justify-between gap-3 py-1.5 text-sm">
          <span className="min-w-0">
            <span className="block font-medium">{mine ? 'Tasks for me' : 'All tasks'}</span>
            <span className="block text-ink-soft">
              made {formatDate(createdAt)},{' '}
              {lastReadAt === null ? 'not read yet' : `read ${formatDateTime(lastReadAt)}`}
            </span>
          </span>
          <Button
            variant="ghost"
            busy={isPending && variables === feedId}
            onClick={() => send(feedId)}
            aria-label={`Delete the link of ${formatDate(createdAt)}, ${mine ? 'tasks for me' : 'all tasks'}`}
            className="border-transparent! text-danger!"
          >
            Delete
          </Button>
        </li>
      ))}
    </ul>
  )
}

const CONTENTS = [
  { value: 'all', label: 'All tasks' },
  { value: 'mine', label: 'Tasks for me' },
] as const

const INITIAL: { content: (typeof CONTENTS)[number]['value'] } = { content: 'all' }

function FeedForm({ onMade }: { onMade: (made: NewCalendarFeed) => void }) {
  const { mutateAsync: make } = useMakeFeed()
  const form = useForm({
    initial: INITIAL,
    parse: ({ content }) => parsed(calendarFeedInput, { mine: content === 'mine' }),
    onSubmit: async (input, password) => onMade(await make({ ...input, password })),
    otherwise: (error) => ({ notice: failureMessage(error) }),
  })
  return (
    <form noValidate onSubmit={form.submit} aria-label="Make a calendar link" className="grid gap-3">
      <SelectField label="Shows" options={CONTENTS} {...form.field('content')} value={form.values.content} />
      <ConfirmField confirmation={form.confirmation} />
      {form.notice !== undefined && <Notice>{form.notice}</Notice>}
      <Button type="submit" busy={form.busy} className="justify-self-start">
        <Link2 aria-hidden className="size-4.5" />
        Make a calendar link
      </Button>
    </form>
  )
}
