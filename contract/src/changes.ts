import * as z from 'zod/mini'

/** Clients ignore unknown names. */
export const subjects = [
  'account',
  'advice',
  'alerts',
  'boards',
  'calendar-feeds',
  'care',
  'channels',
  'conditions',
  'devices',
  'households',
  'photos',
  'place',
  'places',
  'plants',
  'second-factors',
  'series',
  'sessions',
  'settings',
  'species',
  'tasks',
] as const
export type Subject = (typeof subjects)[number]

export const changedSubjects = z.pipe(
  z.array(z.string()),
  z.transform((names) => names.filter((name): name is Subject => subjects.some((known) => known === name))),
)
