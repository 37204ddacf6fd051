import type { ChannelKind } from '@greenhouse/contract'
import { pushSupport, type PushSupport } from '../../lib/browser-push.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { CHANNEL_KINDS } from './channel-kinds.ts'
import { useSubscribeHere } from './channel-mutations.ts'

interface SetUpCardsProps {
  hasThisBrowser: boolean
  onSetUp: (kind: ChannelKind) => void
}

export function SetUpCards({ hasThisBrowser, onSetUp }: SetUpCardsProps) {
  return (
    <ul aria-label="Add a channel" className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {CHANNEL_KINDS.map(({ kind, label, Icon, about }) => {
        if (kind === 'web-push' && hasThisBrowser) return undefined
        return (
          <li key={kind} className="flex items-start gap-3 rounded-card border border-dashed border-line-strong p-4">
            <span
              aria-hidden
              className="grid size-11 shrink-0 place-items-center rounded-control bg-sunken text-ink-soft"
            >
              <Icon className="size-5.5" />
            </span>
            <div className="min-w-0 grow">
              <h3 className="font-semibold">{label}</h3>
              <p className="text-sm text-ink-soft">{kind === 'web-push' ? <PushWords about={about} /> : about}</p>
            </div>
            {kind === 'web-push' ? (
              <SubscribeButton />
            ) : (
              <Button
                dense
                className="shrink-0 whitespace-nowrap"
                aria-label={`Set up ${label}`}
                onClick={() => onSetUp(kind)}
              >
                Set up
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const WHY_NOT: Record<Exclude<PushSupport, 'possible'>, string> = {
  denied:
    'This browser does not allow notifications of this page. Allow them in the settings of the page, beside its address, and come back.',
  'needs-install': 'On an iPhone or iPad add Greenhouse to the home screen first, and open it from there.',
  unsupported: 'This browser can’t do it here. It needs an address that begins with https.',
}

function PushWords({ about }: { about: string }) {
  const support = pushSupport()
  return support === 'possible'
    ? `${about} Signing out ends it, so that nobody else sees your alerts here.`
    : WHY_NOT[support]
}

function SubscribeButton() {
  const { mutateAsync: subscribe, isPending } = useSubscribeHere()

  async function setUp() {
    try {
      const channel = await subscribe()
      if (channel) toast.success('This browser is set up. Send a test to see it.')
      else if (channel === null) toast.error('Notifications were not allowed. Click again and choose Allow.')
    } catch (error) {
      toast.error(
        error instanceof DOMException
          ? 'The push service of this browser could not be reached.'
          : failureMessage(error),
      )
    }
  }

  return (
    <Button
      dense
      className="shrink-0 whitespace-nowrap"
      busy={isPending}
      disabled={pushSupport() !== 'possible'}
      aria-label="Set up web push"
      onClick={() => void setUp()}
    >
      Set up
    </Button>
  )
}
