import { defaultSettings, settingRoutes, type Settings } from '@greenhouse/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../query-keys.ts'
import { currentTheme } from '../../lib/theme.ts'

export const settingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: ({ signal }) => call(settingRoutes.get, { signal }),
  staleTime: Infinity,
})

/** Returns the user's settings, or defaults with the current theme until they are loaded. */
export function useSettings(): Settings {
  const { data: settings } = useQuery(settingsQuery)
  return settings ?? { ...defaultSettings, darkTheme: currentTheme() === 'dark' }
}
