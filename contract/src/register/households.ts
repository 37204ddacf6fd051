import type { Entries } from './route-entry.ts'

/** As its owner sees it. */
const household = {
  householdId: '$HOUSEHOLD_ID',
  name: 'Mia’s garden',
  timeZone: 'Europe/Copenhagen',
  role: 'owner' as const,
  people: [
    { userId: '$USER_ID', name: 'Mia', role: 'owner' as const, tells: true, joinedAt: '2026-03-01T08:00:00.000Z' },
  ],
}

export const householdEntries: Entries<'household'> = {
  household: {
    list: { does: 'Lists your households with their people, those you own first.', reply: [household] },
    edit: {
      does: 'Changes the name or the time zone of a household that you own.',
      ids: { householdId: '$HOUSEHOLD_ID' },
      // No screen shows households yet.
      changes: [],
      body: { name: 'Mia’s garden', timeZone: 'Europe/Copenhagen' },
      reply: household,
      problems: ['household.not-found', 'household.role'],
    },
  },
}
