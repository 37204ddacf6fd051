import { device, place, plant, TIME } from './examples.ts'
import { CONFIRMED, type Entries } from './route-entry.ts'
import { species } from './species-example.ts'

/** As its owner sees it. */
const household = {
  householdId: '$HOUSEHOLD_ID',
  name: 'Mia’s garden',
  timeZone: 'Europe/Copenhagen',
  remindAt: '08:00',
  morningNote: false,
  role: 'owner' as const,
  people: [
    { userId: '$USER_ID', name: 'Mia', role: 'owner' as const, tells: true, joinedAt: '2026-03-01T08:00:00.000Z' },
  ],
  counts: { places: 3, devices: 2, plants: 16 },
}

const invitation = {
  invitationId: '3b8f1c2d-5e4a-4f60-9d7b-8a1c2e3f4b50',
  role: 'carer' as const,
  email: null,
  createdAt: TIME,
  expiresAt: '2026-11-27T09:41:00.000Z',
}

const ofHousehold = { ids: { householdId: '$HOUSEHOLD_ID' } } as const
const ofMember = { ids: { householdId: '$HOUSEHOLD_ID', userId: '$USER_ID' } } as const
const ofPlace = { ids: { placeId: '$PLACE_ID', parentId: '$PLACE_ID' } } as const

export const householdEntries: Entries<'household' | 'invitation' | 'place'> = {
  household: {
    list: { does: 'Lists your households with their people, those you own first.', reply: [household] },
    create: {
      does: 'Adds a household that you own. A person can be in 10.',
      may: 'self',
      changes: ['households'],
      body: { name: 'Allotment', timeZone: 'Europe/Copenhagen' },
      reply: { ...household, name: 'Allotment', counts: { places: 0, devices: 0, plants: 0 } },
      problems: ['household.too-many'],
    },
    edit: {
      does: 'Changes the name or the time zone of a household that you own.',
      ...ofHousehold,
      may: 'owner',
      changes: ['households'],
      body: { name: 'Mia’s garden', timeZone: 'Europe/Copenhagen' },
      reply: household,
    },
    remove: {
      does: 'Deletes a household with everything in it, also for the others. This can’t be undone.',
      ...ofHousehold,
      may: 'owner',
      changes: [
        'households',
        'devices',
        'plants',
        'tasks',
        'care',
        'conditions',
        'alerts',
        'boards',
        'series',
        'places',
        'species',
      ],
      body: { password: '$PASSWORD' },
      problems: CONFIRMED,
    },
    editMember: {
      does: 'Changes what a member may do, as an owner, or whether you yourself get the messages of the household (`tells`), when the list of the tasks of the day (`remindAt`, null for never), and whether it is part of a note about the night and the day (`morningNote`). To make an owner of somebody needs the password in a session older than 10 minutes; a viewer becomes none.',
      ...ofMember,
      may: 'viewer',
      changes: ['households'],
      body: { tells: true },
      reply: household,
      problems: ['household.role', 'household.last-owner', 'household.viewer', 'member.not-found', ...CONFIRMED],
    },
    removeMember: {
      does: 'Removes a member, as an owner, or leaves the household. The last owner can’t leave. Links to photos of the household end.',
      ...ofMember,
      may: 'viewer',
      changes: ['households', 'photos'],
      problems: ['household.role', 'household.last-owner', 'member.not-found'],
    },
    handOver: {
      does: 'Makes a member an owner and you a gardener.',
      ...ofMember,
      may: 'owner',
      changes: ['households'],
      body: { userId: '$USER_ID', password: '$PASSWORD' },
      reply: household,
      problems: ['household.viewer', 'member.not-found', ...CONFIRMED],
    },
  },
  invitation: {
    list: {
      does: 'Lists the open invitations of a household that you own, the newest first.',
      ...ofHousehold,
      may: 'owner',
      reply: [invitation],
    },
    create: {
      does: 'Makes a link with which one person joins a household, good for 7 days unless `days` says otherwise; `url` is shown this once. With `email`, a server that sends mail mails it. At most 10 are open, and 20 are made a day.',
      ...ofHousehold,
      may: 'owner',
      changes: ['households'],
      body: { role: 'carer', days: 7, password: '$PASSWORD' },
      reply: { ...invitation, url: 'the address of the link' },
      problems: ['invitation.too-many', 'invitation.too-many-today', 'mail.not-set-up', ...CONFIRMED],
    },
    withdraw: {
      does: 'Withdraws an invitation: its link stops working at once.',
      ids: { invitationId: '$INVITATION_ID' },
      may: 'owner',
      changes: ['households'],
      problems: ['invitation.not-found'],
    },
    show: {
      does: 'Shows the name of the household, who invites, and the role. A wrong, a used, a withdrawn and an expired link have the same reply.',
      params: { token: '$INVITATION_TOKEN' },
      reply: { household: 'Mia’s garden', invitedBy: 'Mia', role: 'carer', expiresAt: invitation.expiresAt },
      problems: ['invitation.not-found', 'sign-in.throttled'],
    },
    join: {
      does: 'Joins the household of an invitation, which works once. A member stays what they are, and the link stays unused.',
      params: { token: '$INVITATION_TOKEN' },
      may: 'self',
      changes: ['households'],
      reply: { ...household, role: 'carer' },
      problems: ['invitation.not-found', 'household.full', 'household.too-many', 'sign-in.throttled'],
    },
  },
  place: {
    list: { does: 'Lists the places of a household, in the order among their siblings.', reply: [place] },
    create: {
      does: 'Adds a place, at the end of those in `parentId` or of the topmost. Places are nested 5 deep at most. Without coordinates, `leafOffset` and `lightSource` those of the place above count.',
      ids: { parentId: '$PLACE_ID' },
      may: 'gardener',
      changes: ['places'],
      body: {
        name: 'Tomato house',
        kind: 'greenhouse',
        shelter: 'cold',
        latitude: 56.16,
        longitude: 10.21,
        leafOffset: -2,
      },
      reply: place,
      problems: ['place.not-found', 'place.depth', 'place.too-many'],
    },
    edit: {
      does: 'Changes or moves a place. What is left out stays. `position` counts from 0 among its siblings. `leafOffset` and `lightSource` count for what is measured from now on.',
      ...ofPlace,
      may: 'gardener',
      // Day and night of rules follow the coordinates.
      changes: ['places', 'conditions'],
      body: { name: 'Tomato house', position: 0 },
      reply: place,
      problems: ['place.not-found', 'place.circle', 'place.depth'],
    },
    remove: {
      does: 'Removes a place. Places, devices and plants in it move to the place above.',
      ids: { placeId: '$PLACE_ID' },
      may: 'gardener',
      changes: ['places', 'devices', 'plants', 'tasks', 'care', 'conditions'],
      problems: ['place.not-found'],
    },
    movePlant: {
      does: 'Puts a plant into a place, gives it a species of the catalogue or of the household, or says which temperature it survives; null takes it away. A species gives the plant its botanical name and its ideal ranges.',
      ids: { plantId: '$PLANT_ID', placeId: '$PLACE_ID', speciesId: '$SPECIES_ID' },
      may: 'gardener',
      changes: ['plants', 'places', 'care', 'tasks'],
      body: { placeId: '$PLACE_ID', speciesId: '$SPECIES_ID', hardyTo: -2 },
      reply: { ...plant, placeId: place.placeId, speciesId: species.speciesId, hardyTo: -2 },
      problems: ['plant.not-found', 'place.not-found', 'species.not-found'],
    },
    moveDevice: {
      does: 'Puts a device into a place, or with null into none.',
      ids: { deviceId: '$DEVICE_ID', placeId: '$PLACE_ID' },
      may: 'gardener',
      changes: ['devices', 'places', 'conditions'],
      body: { placeId: '$PLACE_ID' },
      reply: { ...device, placeId: place.placeId },
      problems: ['device.not-found', 'place.not-found'],
    },
  },
}
