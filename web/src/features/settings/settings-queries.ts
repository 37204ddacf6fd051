import { defaultSettings, settingNames, settingRoutes, type SettingPath, type Settings } from '@greenhouse/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, queryKeys, refetchOutdated } from '../../lib/query-keys.ts'
import { isUnreachable } from '../../lib/say-failure.ts'
import { currentTheme } from '../../lib/theme.ts'
import { toast } from '../../ui/toast.ts'

export const settingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: ({ signal }) => call(settingRoutes.get, { signal }),
  staleTime: Infinity,
})

/** The person's settings; until they are known: the defaults, and the theme that is shown. */
export function useSettings(): Settings {
  const { data: settings } = useQuery(settingsQuery)
  return settings ?? { ...defaultSettings, darkTheme: currentTheme() === 'dark' }
}

export interface Setting {
  name: SettingPath
  value: boolean
}

/** Changes one setting at once; when the server refuses, changes it back and shows a toast. */
export function useSetSetting() {
  const client = useQueryClient()
  return useMutation({
    scope: { id: 'settings' },
    mutationFn: ({ name, value }: Setting) =>
      call(settingRoutes.set, { params: { settingName: name }, body: { value } }),
    onMutate: async ({ name, value }) => {
      await client.cancelQueries(settingsQuery)
      const before = client.getQueryData(settingsQuery.queryKey)
      client.setQueryData(settingsQuery.queryKey, (now) => now && { ...now, [settingNames[name]]: value })
      return { before }
    },
    onError: (error, _setting, context) => {
      client.setQueryData(settingsQuery.queryKey, context?.before)
      toast.error(isUnreachable(error) ? 'Not saved. The server can’t be reached.' : 'Something went wrong')
    },
    onSettled: () => refetchOutdated(client, outdatedBy.setting),
  })
}
