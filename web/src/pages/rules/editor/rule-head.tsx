import type { Rule } from '@greenhouse/contract'
import { ANY_DEVICE_LABEL, ANY_DEVICE_WORDS, isOnAnyDevice } from '../../../shared/rule/any-device.ts'
import { ruleWords, silenceTitle } from '../../../shared/rule/condition-words.ts'
import { RULES_PATH } from '../../../shared/rule/rule-queries.ts'
import { sensorOf, WHOLE_DEVICE } from '../../../shared/rule/sensor-choices.ts'
import { ViewerNote } from '../../../shared/household/roles.tsx'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import type { RuleReader } from '../rule-reader.ts'

/** Shows where the page is, and the rule as it is saved. On phones the header leads back. */
export function RuleHead({ rule, reader }: { rule: Rule | undefined; reader: RuleReader }) {
  return (
    <>
      <Breadcrumb
        crumbs={[
          { name: 'Alerts', to: '/alerts' },
          { name: 'Rules', to: RULES_PATH },
        ]}
        className="-mt-2 mb-1 max-sm:hidden"
      />
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
  const title =
    sensor === WHOLE_DEVICE ? silenceTitle(rule) : `${sensor.label} ${ruleWords(sensor.metric, rule, celsius)}`
  return `${title}, ${device}`
}
