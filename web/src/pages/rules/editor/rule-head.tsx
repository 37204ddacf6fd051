import type { Rule } from '@greenhouse/contract'
import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { ANY_DEVICE_LABEL, ANY_DEVICE_WORDS, isOnAnyDevice } from '../../../shared/rule/any-device.ts'
import { ruleWords } from '../../../shared/rule/condition-words.ts'
import { RULES_PATH } from '../../../shared/rule/rule-queries.ts'
import { sensorOf, WHOLE_DEVICE } from '../../../shared/rule/sensor-choices.ts'
import { ViewerNote } from '../../../shared/household/roles.tsx'
import type { RuleReader } from '../rule-reader.ts'

/** Shows where the page is, and the rule as it is saved. On phones the header leads back. */
export function RuleHead({ rule, reader }: { rule: Rule | undefined; reader: RuleReader }) {
  return (
    <>
      <nav aria-label="Breadcrumb" className="-mt-2 mb-1 text-sm text-ink-soft max-sm:hidden">
        <ol className="flex min-w-0 items-center gap-2">
          <li>
            <Link to="/alerts" className="hit-area hover:underline">
              Alerts
            </Link>
          </li>
          <li aria-hidden>
            <ChevronRight className="size-4" />
          </li>
          <li>
            <Link to={RULES_PATH} className="hit-area hover:underline">
              Rules
            </Link>
          </li>
        </ol>
      </nav>
      <header className="mb-4 max-sm:-mt-2">
        <h1 dir="auto" className="text-2xl wrap-anywhere">
          {rule ? titleOf(rule, reader) : 'New rule'}
        </h1>
        <ViewerNote className="mt-1 text-ink-soft" />
      </header>
    </>
  )
}

function titleOf(rule: Rule, { series, devices, celsius }: RuleReader): string {
  if (rule.name !== '') return rule.name
  if (isOnAnyDevice(rule)) return `${ANY_DEVICE_LABEL} ${ANY_DEVICE_WORDS}`
  const sensor = sensorOf(series, { ...rule, deviceId: rule.deviceId ?? '', seriesId: rule.seriesId ?? '' })
  const device = devices.find((one) => one.deviceId === rule.deviceId)?.deviceName ?? 'Unknown Device'
  const words = ruleWords(sensor.metric, rule, celsius)
  return sensor === WHOLE_DEVICE ? `${device} ${words}` : `${sensor.label} ${words}, ${device}`
}
