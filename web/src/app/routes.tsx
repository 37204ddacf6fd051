import type { ComponentType } from 'react'
import { isInvitationPath } from '../lib/invitation-address.ts'
import { onDemand, type OnDemand } from '../lib/on-demand.ts'
import type { StaticPath } from '../pages/static/static-screen.tsx'
import type { LinkedPath } from './navigation-links.ts'

export const STATIC_PATHS = [
  '/about',
  '/contact-us',
  '/career',
  '/advertisement',
  '/marketing',
  '/terms',
  '/privacy',
  '/cookies',
] as const satisfies readonly StaticPath[]

export const StaticScreen = screen(() => import('../pages/static/static-screen.tsx'), 'StaticScreen')
export const EnrolScreen = screen(() => import('../pages/enrol/enrol-screen.tsx'), 'EnrolScreen')
export const ForgotScreen = screen(() => import('../pages/entry/forgot-screen.tsx'), 'ForgotScreen')
export const ResetScreen = screen(() => import('../pages/entry/reset-screen.tsx'), 'ResetScreen')
export const UndoEmailScreen = screen(() => import('../pages/entry/undo-email-screen.tsx'), 'UndoEmailScreen')
export const JoinScreen = screen(() => import('../pages/join/join-screen.tsx'), 'JoinScreen')
export const MemberJoinScreen = screen(() => import('../pages/join/member-join-screen.tsx'), 'MemberJoinScreen')
export const NotFoundScreen = screen(() => import('../pages/not-found/not-found-screen.tsx'), 'NotFoundScreen')

/** Pages of members by path. A visitor has another one at `/`. */
const screens: Readonly<Record<LinkedPath | '/labels' | '/species' | '/tasks' | '/waiting', Screen>> & {
  readonly [path: `/${string}/:id`]: Screen
} = {
  '/': screen(() => import('../pages/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  '/plants': screen(() => import('../pages/plants/plants-screen.tsx'), 'PlantsScreen'),
  '/tasks': screen(() => import('../pages/tasks/tasks-screen.tsx'), 'TasksScreen'),
  '/waiting': screen(() => import('../pages/waiting/waiting-screen.tsx'), 'WaitingScreen'),
  '/alerts': screen(() => import('../pages/alerts/alerts-screen.tsx'), 'AlertsScreen'),
  '/history': screen(() => import('../pages/history/history-screen.tsx'), 'HistoryScreen'),
  '/weather': screen(() => import('../pages/weather/weather-screen.tsx'), 'WeatherScreen'),
  '/household': screen(() => import('../pages/household/household-screen.tsx'), 'HouseholdScreen'),
  '/profile': screen(() => import('../pages/profile/profile-screen.tsx'), 'ProfileScreen'),
  '/myalertcondition': screen(() => import('../pages/rules/conditions-screen.tsx'), 'ConditionsScreen'),
  '/notifications': screen(() => import('../pages/notifications/notifications-screen.tsx'), 'NotificationsScreen'),
  '/places': screen(() => import('../pages/places/places-screen.tsx'), 'PlacesScreen'),
  '/labels': screen(() => import('../pages/labels/labels-screen.tsx'), 'LabelsScreen'),
  '/species': screen(() => import('../pages/species/species-screen.tsx'), 'SpeciesScreen'),
  '/p/:id': screen(() => import('../pages/label/label-screen.tsx'), 'LabelScreen'),
  '/plants/:id': screen(() => import('../pages/plant/plant-screen.tsx'), 'PlantScreen'),
  '/rules/:id': screen(() => import('../pages/rules/editor/rule-screen.tsx'), 'RuleScreen'),
  '/mydevice': screen(() => import('../pages/devices/my-devices-screen.tsx'), 'MyDevicesScreen'),
  '/mydevice/:id': screen(() => import('../pages/device/device-screen.tsx'), 'DeviceScreen'),
}

export const memberScreens: Readonly<Record<string, Screen>> = screens

type Screen = OnDemand<object>

/** The path of an invitation, for everybody. */
export const JOIN_PATH = '/join/:token'

export function memberScreenAt(pathname: string): Screen {
  if (isInvitationPath(pathname)) return MemberJoinScreen
  const route = routeOf(pathname)
  return memberScreens[route] ?? memberScreens[route.replace(/(?<=^\/[^/]+\/)[^/]+$/, ':id')] ?? screenForAll(pathname)
}

/** Returns the document of a route: one document serves every id of `/mydevice/:id`. */
export function documentOf(route: string): string {
  return route.replace('/:id', '-one')
}

export function screenForAll(pathname: string): Screen {
  return STATIC_PATHS.some((path) => path === routeOf(pathname)) ? StaticScreen : NotFoundScreen
}

/** Normalizes a path: the router also accepts `/About/` for `/about`. */
export function routeOf(pathname: string): string {
  return pathname.toLowerCase().replace(/(?<=.)\/$/, '')
}

function screen<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): Screen {
  return onDemand(async () => (await load())[name])
}
