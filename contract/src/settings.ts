import * as z from 'zod/mini'
import { nothing } from './fields.ts'
import { route } from './route.ts'

/**
 * `browserFormat`: writes as the browser's `locale` instead of Danish, messages too. `secretMode`: stored for older clients.
 */
export const settings = z.object({
  celsius: z.boolean(),
  darkTheme: z.boolean(),
  confirmDialog: z.boolean(),
  secretMode: z.boolean(),
  browserFormat: z.boolean(),
  twelveHours: z.boolean(),
  locale: z.optional(z.nullable(z.string())),
})
export type Settings = z.infer<typeof settings>
export type SettingName = Exclude<keyof Settings, 'locale'>

export const defaultSettings: Settings = {
  celsius: true,
  darkTheme: false,
  confirmDialog: false,
  secretMode: false,
  browserFormat: false,
  twelveHours: false,
  locale: null,
}

/** Lower case in a path, camelCase in a reply. */
export const settingNames = {
  celsius: 'celsius',
  darktheme: 'darkTheme',
  confirmdialog: 'confirmDialog',
  secretmode: 'secretMode',
  browserformat: 'browserFormat',
  twelvehours: 'twelveHours',
} as const satisfies Record<string, SettingName>
export type SettingPath = keyof typeof settingNames

const locale = z.string().check(z.regex(/^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i, 'locale must be one such as en-GB'))

const settingValue = z.pipe(
  z.union(
    [z.boolean(), z.object({ value: z.boolean('value must be true or false'), locale: z.optional(locale) })],
    'value must be true or false',
  ),
  z.transform((given) => (typeof given === 'boolean' ? { value: given } : given)),
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
