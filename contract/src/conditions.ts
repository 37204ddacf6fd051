import * as z from 'zod/mini'
import { id, nothing } from './fields.ts'
import { boardMetrics, type BoardMetric, type SensorType } from './metrics.ts'
import { ofUser } from './plants.ts'
import { route } from './route.ts'
import { limitFault, type LimitKind, type RuleLimit } from './rule-limits.ts'

const sensorTypes = boardMetrics.map(({ sensorType }) => sensorType)
const OPERATORS = { above: '>=', below: '<=' } as const satisfies Record<LimitKind, string>

export function metricOf(sensorType: SensorType): BoardMetric {
  const metric = boardMetrics.find((one) => one.sensorType === sensorType)
  if (!metric) throw new Error(`No metric has the sensor type ${sensorType}.`)
  return metric
}

/** Accepts an operator and a number with at most two decimals, such as `>=25`. */
export function parseCondition(text: string): RuleLimit | undefined {
  const match = /^(>=|<=)\s{0,3}(-?\d{1,7}(?:\.\d{1,2})?)$/.exec(text)
  // "+ 0" turns -0 into 0.
  return match ? { kind: match[1] === OPERATORS.above ? 'above' : 'below', limit: Number(match[2]) + 0 } : undefined
}

export function writeCondition({ kind, limit }: RuleLimit): string {
  return `${OPERATORS[kind]}${limit}`
}

const condition = z.string('Condition is required').check(
  z.maxLength(20, { error: 'Condition must be >= or <= followed by a number', abort: true }),
  z.refine((text) => parseCondition(text) !== undefined, {
    error: 'Condition must be >= or <= followed by a number with at most 2 decimals',
    abort: true,
  }),
)
const sensorType = z.enum(sensorTypes as [SensorType, ...SensorType[]], 'Please select a sensor.')

const withinRange = z.check<{ sensorType: SensorType; condition: string }>(({ value, issues }) => {
  const limit = parseCondition(value.condition)
  const message = limit && limitFault(metricOf(value.sensorType), limit.limit)
  if (message !== undefined) issues.push({ code: 'custom', path: ['condition'], message, input: value })
})

export const deviceConditionInput = z
  .object({ userDeviceId: z.uuid('Please select a device.'), sensorType, condition })
  .check(withinRange)
export type DeviceConditionInput = z.infer<typeof deviceConditionInput>

export const deviceConditionChange = z
  .object({ conditionAlertUserDeviceId: id, userDeviceId: z.uuid('Please select a device.'), sensorType, condition })
  .check(withinRange)

/** A rule as older clients see it. `isMet`: the newest value breaks the rule. */
export const deviceCondition = z.object({
  conditionAlertUserDeviceId: id,
  userDeviceId: id,
  sensorType,
  condition: z.string(),
  isMet: z.boolean(),
})
export type DeviceCondition = z.infer<typeof deviceCondition>

export const plantConditionInput = z.object({ plantId: z.uuid('Please select a plant.') })

export const plantCondition = z.object({ conditionAlertPlantId: id, plantId: id, waterNotify: z.boolean() })
export type PlantCondition = z.infer<typeof plantCondition>

const ofCondition = z.object({ conditionId: id })
const BASE = '/api/AlertCondition'

export const conditionRoutes = {
  ofPlant: route({
    method: 'GET',
    path: `${BASE}/GetConditionAlertPlant`,
    access: 'member',
    query: z.object({ plantId: id }),
    reply: plantCondition,
  }),
  plants: route({
    method: 'GET',
    path: `${BASE}/GetConditionAlertPlants`,
    access: 'member',
    query: ofUser,
    reply: z.array(plantCondition),
  }),
  createForPlant: route({
    method: 'POST',
    path: `${BASE}/CreateConditionAlertPlant`,
    access: 'member',
    body: plantConditionInput,
    reply: plantCondition,
  }),
  removeFromPlant: route({
    method: 'DELETE',
    path: `${BASE}/DeleteConditionAlertPlant`,
    access: 'member',
    query: ofCondition,
    reply: nothing,
  }),
  ofDevice: route({
    method: 'GET',
    path: `${BASE}/GetConditionAlertUserDevice`,
    access: 'member',
    query: z.object({ userDeviceId: id }),
    reply: z.array(deviceCondition),
  }),
  devices: route({
    method: 'GET',
    path: `${BASE}/GetConditionAlertUserDevices`,
    access: 'member',
    query: ofUser,
    reply: z.array(deviceCondition),
  }),
  createForDevice: route({
    method: 'POST',
    path: `${BASE}/CreateConditionAlertUserDevice`,
    access: 'member',
    body: deviceConditionInput,
    reply: deviceCondition,
  }),
  editOfDevice: route({
    method: 'PATCH',
    path: `${BASE}/EditConditionAlertUserDevice`,
    access: 'member',
    body: deviceConditionChange,
    reply: deviceCondition,
  }),
  removeFromDevice: route({
    method: 'DELETE',
    path: `${BASE}/DeleteConditionAlertUserDevice`,
    access: 'member',
    query: ofCondition,
    reply: nothing,
  }),
}
