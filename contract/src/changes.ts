import * as z from 'zod/mini'

/** What a person has, as `ServerReportsChange` names it. Clients ignore names that they do not know. */
export const subjects = [
  'account',
  'alerts',
  'boards',
  'channels',
  'conditions',
  'devices',
  'place',
  'plants',
  'second-factors',
  'series',
  'sessions',
  'settings',
] as const
export type Subject = (typeof subjects)[number]

/** The subjects of a message; those of a later version are left out. */
export const changedSubjects = z.pipe(
  z.array(z.string()),
  z.transform((names) => names.filter((name): name is Subject => subjects.some((known) => known === name))),
)
