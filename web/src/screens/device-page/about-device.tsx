import type { Device } from '@greenhouse/contract'
import { Refusals } from '../../features/devices/refusals.tsx'
import { waitTimeWords } from '../../features/devices/wait-time.ts'
import { formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'

/** What is known about a device itself: its description, how often it reports, and what was refused. */
export function AboutDevice({ device, onEdit }: { device: Device; onEdit: () => void }) {
  const { deviceDescription, waitTime, createdAt, refused } = device
  return (
    <section
      aria-labelledby="about"
      className="min-w-0 rounded-card border border-line bg-surface p-4 shadow-panel sm:p-6"
    >
      <h2 id="about" className="mb-3 text-xl">
        About
      </h2>
      {deviceDescription === '' ? (
        <p className="mb-3 text-sm text-ink-soft">
          No description yet.{' '}
          <Button variant="ghost" dense onClick={onEdit} className="ms-2">
            Describe it
          </Button>
        </p>
      ) : (
        <p dir="auto" className="mb-3 break-words whitespace-pre-wrap">
          {deviceDescription}
        </p>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        <dt className="text-ink-soft">Interval</dt>
        <dd>every {waitTimeWords(Number(waitTime))}</dd>
        <dt className="text-ink-soft">Added</dt>
        <dd>{formatDate(createdAt)}</dd>
      </dl>
      {refused.count > 0 && (
        <div className="mt-4">
          <Refusals {...refused} />
        </div>
      )}
    </section>
  )
}
