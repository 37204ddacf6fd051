import * as z from 'zod/mini'
import { id, nothing } from './fields.ts'
import { boardMetrics, type BoardMetric, type Metric, type SensorType } from './metrics.ts'
import { ofUser } from './plants.ts'
import { route } from './route.ts'
import { shownUnitOf } from './units.ts'

export const CONDITIONS_PER_USER_MAX = 1000
/** Each reading is compared with every condition of its device, so their number must stay small. */
export const CONDITIONS_PER_DEVICE_MAX = 50

const sensorTypes = boardMetrics.map(({ sensorType }) => sensorType)
export const operators = ['>=', '<='] as const
export type Operator = (typeof operators)[number]

export const DUPLICATE_CONDITION = 'A condition with these values and sensor already exists in this device.'

/** A limit: the threshold in the metric's own unit, exact to two decimals. */
export interface Limit {
  readonly operator: Operator
  readonly threshold: number
}

/** Returns the metric that a sensor type names. Throws when none has that name. */
export function metricOf(sensorType: SensorType): BoardMetric {
  const metric = boardMetrics.find((one) => one.sensorType === sensorType)
  if (!metric) throw new Error(`No metric has the sensor type ${sensorType}.`)
  return metric
}

/** Parses `>=25` or `<=-3.5`, an operator and a number with at most two decimals. Returns undefined for anything else. */
export function parseCondition(text: string): Limit | undefined {
  const match = /^(>=|<=)\s{0,3}(-?\d{1,7}(?:\.\d{1,2})?)$/.exec(text)
  return match ? { operator: match[1] as Operator, threshold: Number(match[2]) } : undefined
}

/** Returns the canonical text of a limit: `>=25.5`, never `>=25.50`. */
export function writeCondition({ operator, threshold }: Limit): string {
  return `${operator}${threshold}`
}

/** Whether a value in the metric's own unit meets a limit. */
export function meets({ operator, threshold }: Limit, value: number): boolean {
  return operator === '>=' ? value >= threshold : value <= threshold
}

/**
 * Returns the error message for a threshold in the displayed unit (°F for a temperature unless `celsius`); undefined
 * when it is valid.
 */
export function thresholdFault(metric: Metric, shown: number, celsius = true): string | undefined {
  const { unit, fromStored } = shownUnitOf(metric, celsius)
  const { min, max } = metric.limits ?? metric.range
  if (!Number.isFinite(shown)) return 'Value must be a number'
  // A threshold has at most two decimals, so that the smallest one above 0 is 0.01.
  if (metric.exclusiveMin === true && shown <= fromStored(min))
    return `Value must be ≥ ${fromStored(min) + 0.01} ${unit}`
  if (shown < fromStored(min)) return `Value must be ≥ ${fromStored(min)} ${unit}`
  return shown > fromStored(max) ? `Value must be ≤ ${fromStored(max)} ${unit}` : undefined
}

/** Converts a threshold from the displayed unit to the metric's own, rounded to two decimals. */
export function toStoredThreshold(metric: Metric, shown: number, celsius: boolean): number {
  // "+ 0" turns -0 into 0, so that each limit has one text.
  return Number(shownUnitOf(metric, celsius).toStored(shown).toFixed(2)) + 0
}

/** Converts a stored threshold to the displayed unit. One decimal of Fahrenheit converts back to the stored value. */
export function toShownThreshold(metric: Metric, stored: number, celsius: boolean): number {
  const { unit, fromStored } = shownUnitOf(metric, celsius)
  return unit === metric.unit ? stored : Number(fromStored(stored).toFixed(1)) + 0
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
  const message = limit && thresholdFault(metricOf(value.sensorType), limit.threshold)
  if (message !== undefined) issues.push({ code: 'custom', path: ['condition'], message, input: value })
})

export const deviceConditionInput = z
  .object({ userDeviceId: z.uuid('Please select a device.'), sensorType, condition })
  .check(withinRange)
export type DeviceConditionInput = z.infer<typeof deviceConditionInput>

export const deviceConditionChange = z
  .object({ conditionAlertUserDeviceId: id, userDeviceId: z.uuid('Please select a device.'), sensorType, condition })
  .check(withinRange)

/** An alert condition on a sensor of a device. `isMet`: the newest value meets it. */
export const deviceCondition = z.object({
  conditionAlertUserDeviceId: id,
  userDeviceId: id,
  sensorType,
  condition: z.string(),
  isMet: z.boolean(),
})
export type DeviceCondition = z.infer<typeof deviceCondition>

export const plantConditionInput = z.object({ plantId: z.uuid('Please select a plant.') })

/** A condition that triggers an alert when a plant needs water. */
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
