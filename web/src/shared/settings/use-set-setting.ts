import { settingNames, settingRoutes, type SettingPath } from '@greenhouse/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, refetchOutdated } from '../query-keys.ts'
import { isUnreachable } from '../../lib/failure-message.ts'
import { toast } from '../../ui/toast.ts'
import { settingsQuery } from './settings-queries.ts'

interface Setting {
  name: SettingPath
  value: boolean
  /** Sent with the browser's format. */
  locale?: string
}

/** Updates optimistically; reverts with a toast if the server refuses. */
export function useSetSetting() {
  const client = useQueryClient()
  return useMutation({
    scope: { id: 'settings' },
    mutationFn: ({ name, ...body }: Setting) => call(settingRoutes.set, { params: { settingName: name }, body }),
    onMutate: async ({ name, value, locale }) => {
      await client.cancelQueries(settingsQuery)
      const before = client.getQueryData(settingsQuery.queryKey)
      client.setQueryData(
        settingsQuery.queryKey,
        (now) => now && { ...now, [settingNames[name]]: value, locale: locale ?? now.locale },
      )
      return { before }
    },
    onError: (error, _setting, context) => {
      client.setQueryData(settingsQuery.queryKey, context?.before)
      toast.error(isUnreachable(error) ? 'Not saved. The server can’t be reached.' : 'Something went wrong')
    },
    onSettled: () => refetchOutdated(client, outdatedBy.setting),
  })
}
