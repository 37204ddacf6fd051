import type { ComponentType } from 'react'
import { onDemand, type OnDemand } from '../lib/on-demand.ts'

/** The paths of the static pages, open to everybody. */
export const STATIC_PATHS = [
  '/about',
  '/contact-us',
  '/career',
  '/advertisement',
  '/marketing',
  '/terms',
  '/privacy',
  '/cookies',
] as const

// Every screen comes with its first visit.
export const StaticScreen = screen(() => import('../screens/static/static-screen.tsx'), 'StaticScreen')
export const EnrolScreen = screen(() => import('../screens/enrol/enrol-screen.tsx'), 'EnrolScreen')
export const ForgotScreen = screen(() => import('../screens/recovery/forgot-screen.tsx'), 'ForgotScreen')
export const ResetScreen = screen(() => import('../screens/recovery/reset-screen.tsx'), 'ResetScreen')
export const UndoEmailScreen = screen(() => import('../screens/recovery/undo-email-screen.tsx'), 'UndoEmailScreen')
export const NotFoundScreen = screen(() => import('../screens/not-found/not-found-screen.tsx'), 'NotFoundScreen')

/** The screens that only a signed-in person has, by their paths; a visitor has another one at `/`. */
export const memberScreens: Readonly<Record<string, Screen>> = {
  '/': screen(() => import('../screens/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  '/plants': screen(() => import('../screens/plants/plants-screen.tsx'), 'PlantsScreen'),
  '/alerts': screen(() => import('../screens/alerts/alerts-screen.tsx'), 'AlertsScreen'),
  '/history': screen(() => import('../screens/history/history-screen.tsx'), 'HistoryScreen'),
  '/weather': screen(() => import('../screens/weather/weather-screen.tsx'), 'WeatherScreen'),
  '/profile': screen(() => import('../screens/profile/profile-screen.tsx'), 'ProfileScreen'),
  '/myalertcondition': screen(() => import('../screens/conditions/conditions-screen.tsx'), 'ConditionsScreen'),
  '/notifications': screen(() => import('../screens/notifications/notifications-screen.tsx'), 'NotificationsScreen'),
  '/rules/:id': screen(() => import('../screens/rule/rule-screen.tsx'), 'RuleScreen'),
  '/mydevice': screen(() => import('../screens/my-devices/my-devices-screen.tsx'), 'MyDevicesScreen'),
  '/mydevice/:id': screen(() => import('../screens/device-page/device-screen.tsx'), 'DeviceScreen'),
}

type Screen = OnDemand<object>

/** The screen that a signed-in person sees at a path. */
export function memberScreenAt(pathname: string): Screen {
  const route = routeOf(pathname)
  return memberScreens[route] ?? memberScreens[route.replace(/(?<=^\/[^/]+\/)[^/]+$/, ':id')] ?? screenForAll(pathname)
}

/** The name of the document of a route: one document serves every id of `/mydevice/:id`. */
export function documentOf(route: string): string {
  return route.replace('/:id', '-one')
}

/** The static page of a path, or what is shown where there is no page. */
export function screenForAll(pathname: string): Screen {
  return STATIC_PATHS.some((path) => path === routeOf(pathname)) ? StaticScreen : NotFoundScreen
}

/** The path as the routes are written; the router takes `/About/` for `/about`, too. */
export function routeOf(pathname: string): string {
  return pathname.toLowerCase().replace(/(?<=.)\/$/, '')
}

function screen<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): Screen {
  return onDemand(async () => (await load())[name])
}
