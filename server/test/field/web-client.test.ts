import { expect, test } from 'vitest'
import { PASSWORD, registration } from '../../../testing/growers.ts'
import { fieldReading } from '../boards.ts'
import { createWorld } from '../world.ts'
import { recordedCalls, Recording, type Reply } from './recording.ts'

const parsed = ({ text }: Reply) => JSON.parse(text) as Record<string, string>

test('a web client in the field receives the replies that it always received', async () => {
  const world = await createWorld()
  const recording = new Recording()
  const call = recordedCalls(world, recording)
  const { clock } = world
  const ann = registration('Ann')

  recording.title('Sign-in')
  const { jwt } = parsed(await call('POST', '/api/auth/Register', ann))
  const userId = recording.token('jwt of Ann', jwt)['Id']
  await call('POST', '/api/auth/Register', ann)
  await call('POST', '/api/auth/Register', { ...ann, email: 'no address', password: 'short', firstName: '' })
  const login = parsed(await call('POST', '/api/Auth/Login', { email: ann.email, password: PASSWORD }))
  recording.token('second jwt of Ann', login['jwt'])
  await call('POST', '/api/auth/Login', { email: ann.email, password: 'Wrong-1!' })
  await call('POST', '/api/auth/Login', { email: 'nobody@example.org', password: 'Wrong-1!' })
  await call('GET', '/api/auth/Secured', undefined, jwt)
  await call('GET', '/api/auth/Secured', undefined, `Bearer ${jwt}`)
  await call('GET', '/api/auth/Secured')
  await call('GET', '/api/auth/Secured', undefined, 'nonsense')

  recording.title('User and settings')
  await call('GET', '/api/User/GetUser', undefined, jwt)
  await call('GET', '/api/UserSettings', undefined, jwt)
  await call('PATCH', '/api/UserSettings/celsius', { value: false }, jwt)
  await call('PATCH', '/api/UserSettings/darktheme', true, jwt)
  await call('PATCH', '/api/UserSettings/confirmdialog', { value: 'yes' }, jwt)
  await call('PATCH', '/api/UserSettings/nonsense', { value: true }, jwt)
  await call('GET', '/api/UserSettings', undefined, jwt)

  recording.title('Devices')
  const device = { deviceName: 'Tomato house', deviceDescription: 'South wall', waitTime: '600' }
  const made = parsed(await call('POST', '/api/UserDevice/CreateUserDevice', { ...device, created: null }, jwt))
  const { deviceId = '', deviceToken = '' } = made
  recording.name('token of the device', deviceToken)
  await call('POST', '/api/UserDevice/CreateUserDevice', { ...device, deviceName: 'x', waitTime: '1' }, jwt)
  await call('GET', '/api/UserDevice/GetAllUserDevices', undefined, jwt)
  await call('GET', `/api/UserDevice/GetUserDevice?userDeviceId=${deviceId}`, undefined, jwt)
  await call('GET', `/api/UserDevice/GetUserDevice?userDeviceId=${userId}`, undefined, jwt)
  await call('GET', '/api/UserDevice/GetUserDevice?userDeviceId=1', undefined, jwt)
  await call(
    'PATCH',
    `/api/UserDevice/EditUserDevice?userDeviceId=${deviceId}`,
    { ...device, deviceName: 'Bench' },
    jwt,
  )
  await call('POST', '/api/UserDevice/AdminChangesPreferences', { deviceId, interval: '60' }, jwt)
  await call('POST', '/api/UserDevice/AdminChangesPreferences', { deviceId, interval: '5' }, jwt)

  recording.title('Conditions, readings and alerts')
  const condition = { userDeviceId: deviceId, sensorType: 'Temperature', condition: '>=25' }
  const path = '/api/AlertCondition'
  const deviceCondition = parsed(await call('POST', `${path}/CreateConditionAlertUserDevice`, condition, jwt))
  const conditionAlertUserDeviceId = deviceCondition['conditionAlertUserDeviceId'] ?? ''
  await call('POST', `${path}/CreateConditionAlertUserDevice`, condition, jwt)
  await call('POST', `${path}/CreateConditionAlertUserDevice`, { ...condition, condition: '25' }, jwt)
  await call('GET', `${path}/GetConditionAlertUserDevice?userDeviceId=${deviceId}`, undefined, jwt)
  await call('GET', `${path}/GetConditionAlertUserDevices?userId=${userId}`, undefined, jwt)
  await call('GET', `${path}/GetConditionAlertUserDevices?userId=${deviceId}`, undefined, jwt)
  await call('POST', '/api/readings', fieldReading, deviceToken)
  await call('POST', '/api/readings', fieldReading, deviceToken)
  clock.now += 60_000
  const at = (minutes: number) => new Date(clock.now - minutes * 60_000).toISOString()
  await call(
    'POST',
    '/api/readings',
    [
      { temperature: 200, humidity: 40, timestamp: at(0.5) },
      { temperature: 26.25, airPressure: 1001.5, airQuality: 300, time: at(0) },
    ],
    `Bearer ${deviceToken}`,
  )
  await call('POST', '/api/readings', { note: 'nothing of use' }, deviceToken)
  await call('POST', '/api/readings', fieldReading, 'nonsense')
  await call('GET', '/api/GreenhouseDevice/GetRecentSensorDataForAllUserDevice', undefined, jwt)
  const history = `/api/GreenhouseDevice/GetAllSensorHistoryByDeviceAndTimePeriodIdDto?deviceId=${deviceId}`
  const range = '&from=2026-11-20T00:00:00.000Z&to=2026-11-20T23:59:59.000Z'
  await call('GET', history + range, undefined, jwt)
  await call('GET', `${history}${range}&points=10`, undefined, jwt)
  await call('GET', `${history}${range}&points=0`, undefined, jwt)
  await call('GET', history, undefined, jwt)
  await call('GET', '/api/Alert/GetAlerts', undefined, jwt)
  await call('GET', '/api/Alert/GetAlerts?year=2026', undefined, jwt)
  await call('GET', '/api/Alert/GetAlerts?year=2025', undefined, jwt)
  clock.now += 1000
  const note = { alertName: 'By hand', alertDesc: 'Seen', isPlantCondition: false }
  await call('POST', '/api/Alert/CreateAlert', { ...note, alertConditionId: conditionAlertUserDeviceId }, jwt)
  await call('POST', '/api/Alert/CreateAlert', { ...note, alertConditionId: userId }, jwt)
  await call(
    'PATCH',
    `${path}/EditConditionAlertUserDevice`,
    { ...condition, conditionAlertUserDeviceId, condition: '<=-3.5' },
    jwt,
  )
  await call(
    'DELETE',
    `${path}/DeleteConditionAlertUserDevice?conditionId=${conditionAlertUserDeviceId}`,
    undefined,
    jwt,
  )

  recording.title('Plants')
  const plant = { plantName: 'Basil', plantType: 'Herb', plantNotes: 'In the window', planted: null, waterEvery: 7 }
  const { plantId = '' } = parsed(await call('POST', '/api/Plant/CreatePlant', { ...plant, isDead: false }, jwt))
  await call('POST', '/api/Plant/CreatePlant', { ...plant, plantName: '', waterEvery: 0 }, jwt)
  const shown = parsed(await call('GET', `/api/Plant/GetPlant?plantId=${plantId}`, undefined, jwt))
  await call('PATCH', `/api/Plant/EditPlant?plantId=${plantId}`, shown, jwt)
  await call('PATCH', `/api/Plant/EditPlant?plantId=${plantId}`, { plantName: 'Sweet basil' }, jwt)
  const ofPlant = parsed(await call('POST', `${path}/CreateConditionAlertPlant`, { plantId }, jwt))
  await call('POST', `${path}/CreateConditionAlertPlant`, { plantId }, jwt)
  await call('GET', `${path}/GetConditionAlertPlant?plantId=${plantId}`, undefined, jwt)
  await call('GET', `${path}/GetConditionAlertPlants?userId=${userId}`, undefined, jwt)
  await call('PATCH', `/api/Plant/WaterPlant?plantId=${plantId}`, undefined, jwt)

  recording.title('Eight days later, when the session has ended and the plant needs water')
  clock.now += 8 * 86_400_000
  await world.app.reminders.runNow()
  await call('GET', '/api/Alert/GetAlerts?year=2026', undefined, jwt)
  const later = parsed(await call('POST', '/api/auth/Login', { email: ann.email, password: PASSWORD }))['jwt']
  recording.token('third jwt of Ann', later)
  await call('GET', '/api/Alert/GetAlerts?year=2026', undefined, later)
  await call('PATCH', `/api/Plant/WaterAllPlants?userId=${userId}`, undefined, later)
  await call('GET', `/api/Plant/GetAllPlants?userId=${userId}`, undefined, later)
  await call('GET', `/api/Plant/GetAllPlants?userId=${plantId}`, undefined, later)
  const conditionId = ofPlant['conditionAlertPlantId'] ?? ''
  await call('DELETE', `${path}/DeleteConditionAlertPlant?conditionId=${conditionId}`, undefined, later)
  await call('DELETE', `${path}/DeleteConditionAlertPlant?conditionId=${conditionId}`, undefined, later)
  await call('PATCH', `/api/Plant/MarkPlantAsDead?plantId=${plantId}`, undefined, later)
  await call('DELETE', `/api/Plant/DeletePlant?plantId=${plantId}`, undefined, later)

  recording.title('Newsletter')
  await call('POST', '/api/Email/SubscribeToEmailList', { email: 'reader@example.org' })
  await call('POST', '/api/Email/SubscribeToEmailList', { email: 'no address' })
  await call('POST', '/api/Email/UnsubscribeFromEmailList', { email: 'reader@example.org' })
  await call('POST', '/api/Email/SendEmail', { subject: 'News', message: 'Hello' }, later)

  recording.title('With a session older than ten minutes, and a new one')
  clock.now += 11 * 60_000
  await call('PATCH', '/api/User/PatchUserEmail', { oldEmail: ann.email, newEmail: 'ann2@example.org' }, later)
  const fresh = parsed(await call('POST', '/api/auth/Login', { email: ann.email, password: PASSWORD }))['jwt']
  recording.token('fourth jwt of Ann', fresh)
  await call('PATCH', '/api/User/PatchUserEmail', { oldEmail: 'x@example.org', newEmail: 'ann2@example.org' }, fresh)
  await call('PATCH', '/api/User/PatchUserEmail', { oldEmail: ann.email, newEmail: ann.email }, fresh)
  await call('PATCH', '/api/User/PatchUserPassword', { oldPassword: 'Wrong-1!', newPassword: 'Sprout-43!' }, fresh)
  await call('DELETE', `/api/GreenhouseDevice/DeleteDataFromSpecificDevice?deviceId=${deviceId}`, undefined, fresh)
  await call('DELETE', `/api/UserDevice/DeleteUserDevice?userDeviceId=${deviceId}`, undefined, fresh)
  await call('POST', '/api/readings', fieldReading, deviceToken)
  await call('DELETE', '/api/User/DeleteUser', undefined, fresh)
  await call('GET', '/api/User/GetUser', undefined, fresh)
  await call('GET', '/api/nothing', undefined, fresh)
  await expect(recording.text()).toMatchFileSnapshot('./web-client.txt')
})
