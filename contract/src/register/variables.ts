/** A shell variable of the examples: its meaning, and how to get it where a request returns it. */
export interface Variable {
  readonly name: VariableName
  readonly meaning: string
  /** A value as it may be, for descriptions that are read by programs. */
  readonly sample: string
  /** The route with it in the reply, and the field there. */
  readonly from?: { readonly route: string; readonly field: string }
}

const ID = '0b2f4e86-6a0e-4a51-9a63-2f1d7c9b5e10'

const rows = {
  EMAIL: ['your email', 'mia@example.org'],
  PASSWORD: ['your password', 'Sprout-42!'],
  TOKEN: ['the token of your session', 'a-token', 'signIn.login jwt'],
  USER_ID: ['your id', ID, 'user.get userId'],
  HOUSEHOLD_ID: ['the first of your households', ID, 'household.list householdId'],
  INVITATION_ID: ['the newest invitation to your household', ID, 'invitation.list invitationId'],
  PLACE_ID: ['the first of your places', ID, 'place.list placeId'],
  DEVICE_ID: ['the first of your devices', ID, 'device.list deviceId'],
  SERIES_ID: ['the first series of that device', ID, 'series.list seriesId'],
  BOARD_ID: ['the newest of your boards', ID, 'board.list boardId'],
  BROKER_ID: ['the first of your brokers', ID, 'broker.list brokerId'],
  HUB_ID: ['the first of your hubs', ID, 'hub.list hubId'],
  CHANNEL_ID: ['the first of your channels', ID, 'channel.list channelId'],
  CALENDAR_FEED_ID: ['the newest of your calendar feeds', ID, 'calendarFeed.list feedId'],
  PLANT_ID: ['the first of your plants', ID, 'plant.list plantId'],
  SPECIES_ID: ['the first of your own species', ID, 'species.list speciesId'],
  PLANT_CODE: ['the code on the label of one of your plants', '7QK4MN2P', 'label.list code'],
  TASK_ID: ['the next due of your tasks', ID, 'task.list taskId'],
  PHOTO_ID: ['the first of your covers', ID, 'photo.covers photoId'],
  PHOTO_UNTIL: ['`until` in the link of a photo', '1795823999999'],
  PHOTO_SIGNATURE: ['`sig` in the link of a photo', '7c9EzVfZ8hXo2wQm5tYbN4sKpLrUdJ3aGiFy1xTe0Hk'],
  CARE_ID: ['the newest entry of your care log', ID, 'care.list careId'],
  ADVICE_ID: ['an advice of `advice.list`', ID],
  PHOTO: ['the file of a photo', 'photo.jpg'],
  NEW_ID: ['an id that you make', 'd1c2b3a4-5f60-4718-8293-a4b5c6d7e8f9'],
  PLANT_CONDITION_ID: ['the first condition of your plants', ID, 'condition.plants conditionAlertPlantId'],
  DEVICE_CONDITION_ID: ['the first condition of your devices', ID, 'condition.devices conditionAlertUserDeviceId'],
  RULE_ID: ['the first of your rules', ID, 'rule.list ruleId'],
  EPISODE_ID: ['the newest of your episodes', ID, 'episode.list episodeId'],
  SESSION_ID: ['the last used of your sessions', ID, 'auth.sessions sessionId'],
  PASSKEY_ID: ['the first of your passkeys', ID, 'secondFactor.list passkeyId'],
  TICKET: ['a ticket for one download', 'a-ticket', 'export.createTicket ticket'],
  WATERED_AT: ['when a plant was watered last: `lastWatered` of the reply to WaterPlant', '2026-11-20T09:41:00.000Z'],
  BARE_PLANT_ID: ['a plant without a condition', ID],
  DEVICE_TOKEN: ['the token of a device, shown when it is added', 'a-token'],
  NEW_EMAIL: ['an address without an account', 'mia.holm@example.org'],
  CLIENT_ID: ['the id under which your WebSocket is open', 'a-client'],
  SIGN_IN_TICKET: ['the ticket in the reply to a sign-in that needs a second step', 'a-ticket'],
  CALENDAR_TOKEN: ['the token in the address of a calendar feed', 'a-token'],
  INVITATION_TOKEN: ['the token in the address of an invitation', 'a-token'],
  LINK_TOKEN: ['the token in the address of a mailed link', 'a-token'],
} as const satisfies Record<string, readonly [meaning: string, sample: string, from?: `${string} ${string}`]>

type VariableName = keyof typeof rows
/** A variable as examples name it. No example has the id of an alert. */
export type Reference = `$${VariableName | 'ALERT_ID'}`

/** In the order in which a reader sets them. */
export const variables: readonly Variable[] = Object.entries(rows).map(([name, [meaning, sample, source]]) => {
  const [route, field] = source?.split(' ') ?? []
  return { name: name as VariableName, meaning, sample, ...(route && field ? { from: { route, field } } : {}) }
})

/** `$PLANT_ID` in an example. */
export const VARIABLE = /\$([A-Z_]+)/g

/** Returns an example with texts in place of its variables, by default samples. Throws for an unknown variable. */
export function withSamples<Example>(example: Example, valueOf = sampleOf): Example {
  if (example instanceof Uint8Array) return example
  const text = JSON.stringify(example)
  if (text === undefined) return example
  return JSON.parse(text.replace(VARIABLE, (_, name: string) => valueOf(name))) as Example
}

function sampleOf(name: string): string {
  const variable = variables.find((one) => one.name === name)
  if (!variable) throw new Error(`There is no variable ${name}.`)
  return variable.sample
}
