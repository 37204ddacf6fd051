import {
  channelRoutes,
  conditionRoutes,
  ruleRoutes,
  seriesRoutes,
  type Client,
  type RuleInput,
} from '@greenhouse/contract'
import type { DeviceCredentials, Grower } from '../../../testing/growers.ts'

/** Adds two conditions to each device, as clients that know no rules do. */
export async function addConditions({ call }: Grower, devices: readonly DeviceCredentials[]): Promise<void> {
  for (const { deviceId: userDeviceId } of devices) {
    await call(conditionRoutes.createForDevice, {
      body: { userDeviceId, sensorType: 'Temperature', condition: '>=27' },
    })
    await call(conditionRoutes.createForDevice, { body: { userDeviceId, sensorType: 'Humidity', condition: '<=41.5' } })
  }
}

/** Adds a rule of each kind. */
export async function addRules(
  { call }: Client,
  { house, bench, spare }: Readonly<Record<'house' | 'bench' | 'spare', DeviceCredentials>>,
): Promise<void> {
  const temperatureOf = async ({ deviceId }: DeviceCredentials) =>
    (await call(seriesRoutes.add, { params: { deviceId }, body: { metric: 'temperature' } })).seriesId
  const seriesId = await temperatureOf(house)
  const rules: RuleInput[] = [
    { kind: 'above', seriesId, limit: 24, clearAt: 22, holdSeconds: 3600, name: 'Warm', repeatMinutes: 60 },
    { kind: 'below', seriesId, limit: 11, when: 'night', severity: 'critical' },
    { kind: 'outside', seriesId, limit: 9, upperLimit: 26.2, severity: 'info', tellWhenOver: false },
    { kind: 'changing', seriesId, limit: 2.8, withinMinutes: 60 },
    // Still broken by its newest value.
    { kind: 'below', seriesId: await temperatureOf(bench), limit: 8, name: 'Frost' },
  ]
  for (const body of rules) await call(ruleRoutes.create, { body })
  await call(ruleRoutes.create, {
    body: {
      kind: 'silent',
      deviceId: spare.deviceId,
      limit: 3600,
      name: 'Quiet',
      mutedUntil: '2027-01-01T00:00:00Z',
    },
  })
}

/** Adds a channel that takes all messages and one that takes some, and quiet hours. Returns the ids of the channels. */
export async function addChannels({ call }: Client): Promise<string[]> {
  const { channelId: ntfy } = await call(channelRoutes.create, {
    body: { name: 'Phone', target: { kind: 'ntfy', server: 'https://ntfy.invalid', topic: 'tomatoes', token: 'tk_1' } },
  })
  const { channelId: mail } = await call(channelRoutes.create, {
    body: { name: 'Mail', target: { kind: 'email', address: 'shed@example.org' }, severities: ['critical'] },
  })
  await call(channelRoutes.setQuietHours, {
    body: { quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Copenhagen' } },
  })
  return [ntfy, mail]
}
