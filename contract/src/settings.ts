import * as z from 'zod/mini'
import { nothing } from './fields.ts'
import { route } from './route.ts'

/**
 * - `browserFormat`: the web app writes dates and numbers as the browser's locale does instead of as in Denmark.
 * - `twelveHours`: it writes times with AM and PM.
 * - `secretMode`: stored for clients that use it.
 */
export const settings = z.object({
  celsius: z.boolean(),
  darkTheme: z.boolean(),
  confirmDialog: z.boolean(),
  secretMode: z.boolean(),
  browserFormat: z.boolean(),
  twelveHours: z.boolean(),
})
export type Settings = z.infer<typeof settings>

/** The settings of a user who has set nothing. */
export const defaultSettings: Settings = {
  celsius: true,
  darkTheme: false,
  confirmDialog: false,
  secretMode: false,
  browserFormat: false,
  twelveHours: false,
}

/** The names of settings are in lower case in a path and in camelCase in a reply. */
export const settingNames = {
  celsius: 'celsius',
  darktheme: 'darkTheme',
  confirmdialog: 'confirmDialog',
  secretmode: 'secretMode',
  browserformat: 'browserFormat',
  twelvehours: 'twelveHours',
} as const
export type SettingPath = keyof typeof settingNames

const settingValue = z.pipe(
  z.union([z.boolean(), z.object({ value: z.boolean('value must be true or false') })], 'value must be true or false'),
  z.transform((given) => (typeof given === 'boolean' ? given : given.value)),
)

export const settingRoutes = {
  get: route({ method: 'GET', path: '/api/UserSettings', access: 'member', whileEnrolling: true, reply: settings }),
  set: route({
    method: 'PATCH',
    path: '/api/UserSettings/:settingName',
    access: 'member',
    params: z.object({
      settingName: z.pipe(
        z.pipe(
          z.string(),
          z.transform((name) => name.toLowerCase()),
        ),
        z.enum(Object.keys(settingNames) as SettingPath[], 'Unknown setting'),
      ),
    }),
    body: settingValue,
    reply: nothing,
  }),
}
