/** A shell variable of the examples: what it stands for, and how to get one where a request returns it. */
export interface Variable {
  readonly name: string
  readonly meaning: string
  /** A value as it may be, for descriptions that are read by programs. */
  readonly sample: string
  /** The route whose reply holds it, and the field there. */
  readonly from?: { readonly route: string; readonly field: string }
}

const ID = '0b2f4e86-6a0e-4a51-9a63-2f1d7c9b5e10'

/** In the order in which a reader sets them. */
export const variables: readonly Variable[] = [
  { name: 'EMAIL', sample: 'mia@example.org', meaning: 'your email' },
  { name: 'PASSWORD', sample: 'Sprout-42!', meaning: 'your password' },
  {
    name: 'TOKEN',
    sample: 'a-token',
    meaning: 'the token of your session',
    from: { route: 'signIn.login', field: 'jwt' },
  },
  { name: 'USER_ID', sample: ID, meaning: 'your id', from: { route: 'user.get', field: 'userId' } },
  {
    name: 'DEVICE_ID',
    sample: ID,
    meaning: 'the first of your devices',
    from: { route: 'device.list', field: 'deviceId' },
  },
  {
    name: 'SERIES_ID',
    sample: ID,
    meaning: 'the first series of that device',
    from: { route: 'series.list', field: 'seriesId' },
  },
  {
    name: 'BOARD_ID',
    sample: ID,
    meaning: 'the newest of your boards',
    from: { route: 'board.list', field: 'boardId' },
  },
  {
    name: 'BROKER_ID',
    sample: ID,
    meaning: 'the first of your brokers',
    from: { route: 'broker.list', field: 'brokerId' },
  },
  { name: 'HUB_ID', sample: ID, meaning: 'the first of your hubs', from: { route: 'hub.list', field: 'hubId' } },
  {
    name: 'CHANNEL_ID',
    sample: ID,
    meaning: 'the first of your channels',
    from: { route: 'channel.list', field: 'channelId' },
  },
  {
    name: 'PLANT_ID',
    sample: ID,
    meaning: 'the first of your plants',
    from: { route: 'plant.list', field: 'plantId' },
  },
  {
    name: 'PLANT_CONDITION_ID',
    sample: ID,
    meaning: 'the first condition of your plants',
    from: { route: 'condition.plants', field: 'conditionAlertPlantId' },
  },
  {
    name: 'DEVICE_CONDITION_ID',
    sample: ID,
    meaning: 'the first condition of your devices',
    from: { route: 'condition.devices', field: 'conditionAlertUserDeviceId' },
  },
  { name: 'RULE_ID', sample: ID, meaning: 'the first of your rules', from: { route: 'rule.list', field: 'ruleId' } },
  {
    name: 'EPISODE_ID',
    sample: ID,
    meaning: 'the newest of your episodes',
    from: { route: 'episode.list', field: 'episodeId' },
  },
  {
    name: 'SESSION_ID',
    sample: ID,
    meaning: 'the last used of your sessions',
    from: { route: 'auth.sessions', field: 'sessionId' },
  },
  {
    name: 'PASSKEY_ID',
    sample: ID,
    meaning: 'the first of your passkeys',
    from: { route: 'secondFactor.list', field: 'passkeyId' },
  },
  {
    name: 'TICKET',
    sample: 'a-ticket',
    meaning: 'a ticket for one download',
    from: { route: 'export.createTicket', field: 'ticket' },
  },
  {
    name: 'WATERED_AT',
    sample: '2026-11-20T09:41:00.000Z',
    meaning: 'when a plant was watered last: `lastWatered` of the reply to WaterPlant',
  },
  { name: 'BARE_PLANT_ID', sample: ID, meaning: 'a plant without a condition' },
  { name: 'DEVICE_TOKEN', sample: 'a-token', meaning: 'the token of a device, shown when it is added' },
  { name: 'NEW_EMAIL', sample: 'mia.holm@example.org', meaning: 'an address without an account' },
  { name: 'CLIENT_ID', sample: 'a-client', meaning: 'the id under which your WebSocket is open' },
  {
    name: 'SIGN_IN_TICKET',
    sample: 'a-ticket',
    meaning: 'the ticket in the reply to a sign-in that needs a second step',
  },
  { name: 'LINK_TOKEN', sample: 'a-token', meaning: 'the token in the address of a mailed link' },
]

const BY_NAME = new Map(variables.map((variable) => [variable.name, variable]))

/** Returns an example with samples in place of its variables. Throws for a variable that is not in the list. */
export function withSamples<Example>(example: Example): Example {
  const text = JSON.stringify(example)
  if (text === undefined) return example
  return JSON.parse(text.replace(VARIABLE, (_, name: string) => sampleOf(name))) as Example
}

/** `$PLANT_ID` in an example. */
export const VARIABLE = /\$([A-Z_]+)/g

function sampleOf(name: string): string {
  const variable = BY_NAME.get(name)
  if (!variable) throw new Error(`There is no variable ${name}.`)
  return variable.sample
}
