import type { Rule } from '@greenhouse/contract'

/** By default a temperature of 28 °C or more, over at 27.5 °C. */
export function aRule(more: Partial<Rule> = {}): Rule {
  return {
    ruleId: '0190a1b2-0000-4000-8000-0000000000c1',
    name: '',
    kind: 'above',
    seriesId: '0190a1b2-0000-4000-8000-0000000000aa',
    deviceId: '0190a1b2-0000-4000-8000-000000000001',
    exceptDeviceIds: [],
    limit: 28,
    upperLimit: null,
    withinMinutes: null,
    clearAt: 27.5,
    holdSeconds: 0,
    when: 'always',
    severity: 'warning',
    repeatMinutes: null,
    tellWhenOver: true,
    channelIds: [],
    mutedUntil: null,
    isOn: true,
    isBroken: false,
    ...more,
  }
}
