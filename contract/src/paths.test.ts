import { expect, test } from 'vitest'
import * as contract from './index.ts'
import type { Route } from './route.ts'

/** What clients in the field send, letter by letter. A line that changes here breaks every one of them. */
const SPOKEN = [
  'DELETE /api/AlertCondition/DeleteConditionAlertPlant',
  'DELETE /api/AlertCondition/DeleteConditionAlertUserDevice',
  'DELETE /api/GreenhouseDevice/DeleteDataFromSpecificDevice',
  'DELETE /api/Plant/DeletePlant',
  'DELETE /api/User/DeleteUser',
  'DELETE /api/UserDevice/DeleteUserDevice',
  'DELETE /api/auth/EndOtherSessions',
  'DELETE /api/auth/EndSession',
  'GET /api/Alert/GetAlertYears',
  'GET /api/Alert/GetAlerts',
  'GET /api/AlertCondition/GetConditionAlertPlant',
  'GET /api/AlertCondition/GetConditionAlertPlants',
  'GET /api/AlertCondition/GetConditionAlertUserDevice',
  'GET /api/AlertCondition/GetConditionAlertUserDevices',
  'GET /api/Email/ConfirmSubscription',
  'GET /api/Email/UnsubscribeFromEmailLink',
  'GET /api/GreenhouseDevice/GetAllSensorHistoryByDeviceAndTimePeriodIdDto',
  'GET /api/GreenhouseDevice/GetRecentSensorDataForAllUserDevice',
  'GET /api/Plant/GetAllPlants',
  'GET /api/Plant/GetPlant',
  'GET /api/Plant/GetWaterings',
  'GET /api/Server/GetBackupState',
  'GET /api/Server/GetServerInfo',
  'GET /api/User/ExportData',
  'GET /api/User/ExportReadings',
  'GET /api/User/GetUser',
  'GET /api/UserDevice/GetAllUserDevices',
  'GET /api/UserDevice/GetUserDevice',
  'GET /api/UserSettings',
  'GET /api/Weather/GetForecast',
  'GET /api/Weather/SearchPlaces',
  'GET /api/auth/GetSecondFactors',
  'GET /api/auth/GetSessions',
  'GET /api/auth/Secured',
  'PATCH /api/AlertCondition/EditConditionAlertUserDevice',
  'PATCH /api/Plant/EditPlant',
  'PATCH /api/Plant/MarkPlantAsDead',
  'PATCH /api/Plant/UndoWatering',
  'PATCH /api/Plant/WaterAllPlants',
  'PATCH /api/Plant/WaterPlant',
  'PATCH /api/User/PatchUserEmail',
  'PATCH /api/User/PatchUserPassword',
  'PATCH /api/UserDevice/EditUserDevice',
  'PATCH /api/UserSettings/:settingName',
  'PATCH /api/Weather/SetPlace',
  'PATCH /api/auth/RenamePasskey',
  'POST /ExampleBroadcast',
  'POST /Subscribe',
  'POST /Unsubscribe',
  'POST /api/Alert/CreateAlert',
  'POST /api/AlertCondition/CreateConditionAlertPlant',
  'POST /api/AlertCondition/CreateConditionAlertUserDevice',
  'POST /api/Email/ConfirmSubscription',
  'POST /api/Email/SendEmail',
  'POST /api/Email/SubscribeToEmailList',
  'POST /api/Email/UnsubscribeFromEmailLink',
  'POST /api/Email/UnsubscribeFromEmailList',
  'POST /api/Plant/CreatePlant',
  'POST /api/UserDevice/AdminChangesPreferences',
  'POST /api/UserDevice/CreateUserDevice',
  'POST /api/UserDevice/ReplaceDeviceToken',
  'POST /api/auth/AddPasskey',
  'POST /api/auth/BeginPasskey',
  'POST /api/auth/BeginTotp',
  'POST /api/auth/CompleteLogin',
  'POST /api/auth/ConfirmTotp',
  'POST /api/auth/GetPasskeyChallenge',
  'POST /api/auth/Login',
  'POST /api/auth/Logout',
  'POST /api/auth/NewRecoveryCodes',
  'POST /api/auth/Register',
  'POST /api/auth/RemovePasskey',
  'POST /api/auth/RemoveTotp',
  'POST /api/auth/RequestPasswordReset',
  'POST /api/auth/ResetPassword',
  'POST /api/auth/UndoEmailChange',
  'POST /api/readings',
]

test('every method and path is the one that clients in the field send', () => {
  const routes = Object.entries(contract)
    .filter(([name]) => name.endsWith('Routes'))
    .flatMap(([, group]) => Object.values(group as Record<string, Route>))
  expect(routes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(SPOKEN.toSorted())
})

test('the pages that describe the API are where they were', () => {
  expect(contract.documentationPaths).toEqual({
    page: '/api/docs',
    styles: '/api/docs.css',
    openapi: '/api/openapi.json',
  })
})
