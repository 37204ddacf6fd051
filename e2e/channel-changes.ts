import { channelRoutes } from '@greenhouse/contract'
import type { Change } from './changes.ts'

const path = '/notifications'

/** Changes of notification channels; `Barn` is one of them. */
export const CHANNEL_CHANGES: readonly Change[] = [
  {
    route: channelRoutes.create,
    path,
    open: ['Set up Gotify'],
    fill: { Server: 'https://gotify.example.org', Token: 'a token' },
    submit: 'Set up',
  },
  { route: channelRoutes.edit, path, open: ['Edit Barn'], fill: { Name: 'Shed' }, submit: 'Save changes' },
  { route: channelRoutes.remove, path, open: ['Remove Barn'], submit: 'Remove channel' },
  { route: channelRoutes.test, path, submit: 'Send test to Barn' },
  {
    route: channelRoutes.setQuietHours,
    path,
    submit: (page) => page.getByRole('switch', { name: 'Quiet at night' }).click(),
  },
]
