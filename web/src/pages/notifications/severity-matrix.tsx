import { severities, type Channel, type Severity } from '@greenhouse/contract'
import { Info, OctagonAlert, TriangleAlert } from 'lucide-react'
import { failureMessage } from '../../lib/failure-message.ts'
import { toast } from '../../ui/toast.ts'
import { useChangeChannel } from './channel-mutations.ts'

const ROWS: Record<Severity, { readonly label: string; readonly about: string; readonly Icon: typeof Info }> = {
  info: { label: 'Info', about: 'plants to water, rules that only inform', Icon: Info },
  warning: { label: 'Warning', about: 'a limit was passed, a device is silent', Icon: TriangleAlert },
  critical: { label: 'Critical', about: 'also in quiet hours', Icon: OctagonAlert },
}

export function SeverityMatrix({ channels }: { channels: readonly Channel[] }) {
  const { mutate: change } = useChangeChannel()
  const toggle = ({ channelId, severities: own }: Channel, severity: Severity) => {
    const chosen = severities.filter((one) => (one === severity ? !own.includes(one) : own.includes(one)))
    change({ channelId, change: { severities: chosen } }, { onError: (error) => toast.error(failureMessage(error)) })
  }
  return (
    // The focus scrolls the checkboxes into view.
    <div className="overflow-x-auto rounded-control">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-ink-soft">
            <th scope="col" className="py-2 pe-4 text-start font-normal">
              Severity
            </th>
            {channels.map(({ channelId, name }) => (
              <th key={channelId} scope="col" className="max-w-32 min-w-16 truncate px-2 py-2 text-center font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {severities.map((severity) => (
            <SeverityRow
              key={severity}
              severity={severity}
              channels={channels}
              onToggle={(channel) => toggle(channel, severity)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface SeverityRowProps {
  severity: Severity
  channels: readonly Channel[]
  onToggle: (channel: Channel) => void
}

function SeverityRow({ severity, channels, onToggle }: SeverityRowProps) {
  const { label, about, Icon } = ROWS[severity]
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="py-2 pe-4 text-start">
        <span className="flex items-start gap-2.5">
          <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-soft" />
          <span>
            <span className="block font-semibold">{label}</span>
            <span className="block text-xs font-normal text-ink-soft">{about}</span>
          </span>
        </span>
      </th>
      {channels.map((channel) => (
        <td key={channel.channelId} className="px-2 text-center">
          <label className="inline-grid size-11 place-items-center">
            <input
              type="checkbox"
              aria-label={`${label} to ${channel.name}`}
              checked={channel.severities.includes(severity)}
              onChange={() => onToggle(channel)}
              className="size-5 accent-leaf"
            />
          </label>
        </td>
      ))}
    </tr>
  )
}
