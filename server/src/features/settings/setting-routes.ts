import { settingNames, settingRoutes } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { findSettings, updateSetting } from './setting-store.ts'

export function serveSettings({ db, serve }: Context): void {
  serve(settingRoutes.get, (_, { userId }) => findSettings(db, userId))

  serve(settingRoutes.set, ({ params, body }, { userId }) =>
    updateSetting(db, userId, settingNames[params.settingName], body),
  )
}
