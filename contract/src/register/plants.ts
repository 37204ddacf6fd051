import { alert, deviceCondition, plant, plantCondition, watering } from './examples.ts'
import type { DocumentsOf } from './route-entry.ts'

export const plantDocuments: DocumentsOf<'plant' | 'condition' | 'alert'> = {
  plant: {
    get: {
      does: 'Returns a plant.',
      query: { plantId: '$PLANT_ID' },
      reply: plant,
      problems: ['plant.not-found'],
    },
    list: {
      does: 'Lists your plants, dead ones included.',
      query: { userId: '$USER_ID' },
      reply: [plant],
      problems: ['user.not-you'],
    },
    create: {
      does: 'Adds a plant. `waterEvery` is in days; null for no schedule.',
      body: { plantName: 'Sweet basil', plantType: 'Herb', planted: '2026-03-01', waterEvery: 3 },
      reply: plant,
      problems: ['plant.too-many'],
    },
    remove: {
      does: 'Deletes a plant for good.',
      query: { plantId: '$PLANT_ID' },
      problems: ['plant.not-found'],
    },
    edit: {
      does: 'Changes a plant. What is left out, or null, stays as it is.',
      query: { plantId: '$PLANT_ID' },
      body: { plantNotes: 'Moved to the window', waterEvery: 4 },
      reply: plant,
      problems: ['plant.not-found'],
    },
    markDead: {
      does: 'Marks a plant as dead and deletes its condition.',
      query: { plantId: '$PLANT_ID' },
      reply: { ...plant, isDead: true },
      problems: ['plant.not-found'],
    },
    water: {
      does: 'Stores that a plant was watered now.',
      query: { plantId: '$PLANT_ID' },
      reply: plant,
      problems: ['plant.not-found', 'plant.dead'],
    },
    waterAll: {
      does: 'Stores that all your living plants were watered now.',
      query: { userId: '$USER_ID' },
      reply: [plant],
      problems: ['user.not-you'],
    },
    undoWatering: {
      does: 'Takes back the watering of that instant: of one plant, or of all that were watered with it.',
      query: { wateredAt: '$WATERED_AT', plantId: '$PLANT_ID' },
      reply: [plant],
      problems: ['plant.not-found', 'watering.not-found'],
    },
    waterings: {
      does: 'Lists when your plants were watered, or one of them.',
      query: { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' },
      reply: [watering],
    },
  },
  condition: {
    ofPlant: {
      does: 'Returns the condition of a plant.',
      query: { plantId: '$PLANT_ID' },
      reply: plantCondition,
      problems: ['condition.not-found'],
    },
    plants: {
      does: 'Lists the conditions of your plants.',
      query: { userId: '$USER_ID' },
      reply: [plantCondition],
      problems: ['user.not-you'],
    },
    createForPlant: {
      does: 'Alerts you when a plant is due. A plant has one condition at most.',
      body: { plantId: '$BARE_PLANT_ID' },
      reply: plantCondition,
      problems: ['plant.not-found', 'plant.dead', 'condition.duplicate', 'condition.too-many'],
    },
    removeFromPlant: {
      does: 'Deletes the condition of a plant.',
      query: { conditionId: '$PLANT_CONDITION_ID' },
      problems: ['condition.not-found'],
    },
    ofDevice: {
      does: 'Lists the conditions of a device.',
      query: { userDeviceId: '$DEVICE_ID' },
      reply: [deviceCondition],
      problems: ['device.not-found'],
    },
    devices: {
      does: 'Lists the conditions of your devices.',
      query: { userId: '$USER_ID' },
      reply: [deviceCondition],
      problems: ['user.not-you'],
    },
    createForDevice: {
      does: 'Alerts you when a reading first meets a limit: `>=` or `<=` and a number with at most two decimals, in the unit of the sensor (temperature in °C).',
      body: { userDeviceId: '$DEVICE_ID', sensorType: 'Temperature', condition: '>=28.5' },
      reply: deviceCondition,
      problems: ['device.not-found', 'condition.duplicate', 'condition.too-many', 'series.too-many'],
    },
    editOfDevice: {
      does: 'Changes a condition of a device.',
      body: {
        conditionAlertUserDeviceId: '$DEVICE_CONDITION_ID',
        userDeviceId: '$DEVICE_ID',
        sensorType: 'Temperature',
        condition: '<=2',
      },
      reply: deviceCondition,
      problems: ['condition.not-found', 'device.not-found', 'condition.duplicate', 'series.too-many'],
    },
    removeFromDevice: {
      does: 'Deletes a condition of a device.',
      query: { conditionId: '$DEVICE_CONDITION_ID' },
      problems: ['condition.not-found'],
    },
  },
  alert: {
    list: {
      does: 'Lists your alerts, newest first: of a year, between two instants, of a device, or a page of `limit` that begins after the alert `before`. Their numbers are written the Danish way.',
      query: { year: '2026', timeZone: 'Europe/Copenhagen', limit: '200' },
      reply: [alert],
      problems: ['alert.not-found', 'device.not-found'],
    },
    years: {
      does: 'Lists the years in which you have alerts.',
      query: { timeZone: 'Europe/Copenhagen' },
      reply: [2026, 2025],
    },
    create: {
      does: 'Adds an alert to one of your conditions.',
      body: {
        alertName: 'Tomato house',
        alertDesc: 'Look after the vents.',
        alertConditionId: '$DEVICE_CONDITION_ID',
        isPlantCondition: false,
      },
      reply: alert,
      problems: ['condition.not-found', 'user.not-you', 'alert.too-many'],
    },
  },
}
