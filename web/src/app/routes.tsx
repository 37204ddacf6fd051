import { lazy, type ComponentType } from 'react'

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
export const AlertsScreen = screen(() => import('../screens/alerts/alerts-screen.tsx'), 'AlertsScreen')
export const ConditionsScreen = screen(() => import('../screens/conditions/conditions-screen.tsx'), 'ConditionsScreen')
export const ProfileScreen = screen(() => import('../screens/profile/profile-screen.tsx'), 'ProfileScreen')
export const WeatherScreen = screen(() => import('../screens/weather/weather-screen.tsx'), 'WeatherScreen')
export const PlantsScreen = screen(() => import('../screens/plants/plants-screen.tsx'), 'PlantsScreen')
export const DashboardScreen = screen(() => import('../screens/dashboard/dashboard-screen.tsx'), 'DashboardScreen')
export const HistoryScreen = screen(() => import('../screens/history/history-screen.tsx'), 'HistoryScreen')
export const MyDevicesScreen = screen(() => import('../screens/my-devices/my-devices-screen.tsx'), 'MyDevicesScreen')
export const StaticScreen = screen(() => import('../screens/static/static-screen.tsx'), 'StaticScreen')
export const EnrolScreen = screen(() => import('../screens/enrol/enrol-screen.tsx'), 'EnrolScreen')
export const ForgotScreen = screen(() => import('../screens/recovery/forgot-screen.tsx'), 'ForgotScreen')
export const ResetScreen = screen(() => import('../screens/recovery/reset-screen.tsx'), 'ResetScreen')
export const UndoEmailScreen = screen(() => import('../screens/recovery/undo-email-screen.tsx'), 'UndoEmailScreen')
export const NotFoundScreen = screen(() => import('../screens/not-found/not-found-screen.tsx'), 'NotFoundScreen')

function screen<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }))
}
