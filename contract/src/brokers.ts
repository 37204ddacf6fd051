import * as z from 'zod/mini'
import { id, nothing, ofHousehold, oneLine, severalLines, timestamp } from './fields.ts'
import { route } from './route.ts'
import { currentPassword } from './users.ts'

export const BROKERS_MAX = 5
export const BROKER_TOPICS_MAX = 20

const brokerUrl = z
  .string('Address is required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'Address is required', abort: true }),
    z.maxLength(300, { error: 'Address cannot be longer than 300 characters', abort: true }),
    z.regex(/^mqtts?:\/\/[^\s/@?#]+\/?$/, 'Enter an address such as mqtt://192.168.1.10:1883'),
    oneLine(),
  )

const brokerTopics = z
  .array(
    z
      .string()
      .check(
        z.minLength(1, { error: 'A topic cannot be empty', abort: true }),
        z.maxLength(200, { error: 'A topic cannot be longer than 200 characters', abort: true }),
        oneLine(),
      ),
  )
  .check(
    z.minLength(1, 'Name at least one topic'),
    z.maxLength(BROKER_TOPICS_MAX, `At most ${BROKER_TOPICS_MAX} topics`),
  )

const secretText = z.string().check(z.maxLength(200, 'Password cannot be longer than 200 characters'), oneLine())
const brokerUser = z.string().check(z.maxLength(200, 'User name cannot be longer than 200 characters'), oneLine())
const brokerCa = z
  .string()
  .check(
    z.maxLength(20_000, { error: 'The certificate cannot be longer than 20,000 characters', abort: true }),
    severalLines(),
  )

/** `password` is the broker's. */
const confirmed = { accountPassword: z.optional(currentPassword) }

export const brokerInput = z.object({
  url: brokerUrl,
  username: z._default(brokerUser, ''),
  password: z._default(secretText, ''),
  topics: brokerTopics,
  ca: z._default(brokerCa, ''),
  ...confirmed,
})
export type BrokerInput = z.infer<typeof brokerInput>
/** An omitted password stays unless the address or certificate changes, so that it never reaches another server. */
export const brokerChange = z.partial(
  z.object({
    url: brokerUrl,
    username: brokerUser,
    password: secretText,
    topics: brokerTopics,
    ca: brokerCa,
    ...confirmed,
  }),
)
export type BrokerChange = z.infer<typeof brokerChange>

export const storedBroker = z.object({
  brokerId: id,
  url: z.string(),
  username: z.string(),
  hasPassword: z.boolean(),
  topics: z.array(z.string()),
  ca: z.string(),
  createdAt: timestamp,
})

/** `rate`: messages in the last minute. */
export const broker = z.extend(storedBroker, {
  state: z.enum(['connecting', 'connected', 'failed']),
  lastError: z.nullable(z.string()),
  rate: z.number(),
})
export type Broker = z.infer<typeof broker>

export const brokerRoutes = {
  list: route({ method: 'GET', path: '/api/brokers', access: 'member', query: ofHousehold, reply: z.array(broker) }),
  create: route({
    method: 'POST',
    path: '/api/brokers',
    access: 'member',
    query: ofHousehold,
    body: brokerInput,
    reply: broker,
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/brokers/:brokerId',
    access: 'member',
    params: z.object({ brokerId: id }),
    body: brokerChange,
    reply: broker,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/brokers/:brokerId',
    access: 'member',
    params: z.object({ brokerId: id }),
    reply: nothing,
  }),
}
