import { createInbox, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import { ANSWERED_WITHIN_MS, type Bus, type End } from '../../platform/bus/bus.ts'
import type { Log } from '../../platform/log.ts'

/** After a process that has no answer, another one that has is waited for this long. */
const OTHERS_WITHIN_MS = 200
const NO_RESPONDERS = 503

interface Options {
  readonly connection: NatsConnection
  readonly nodeId: string
  /** The first part of all subjects: several installations may share servers. */
  readonly name: string
  readonly log: Log
}

/** The bus over NATS. The connection does not echo: what a process publishes never comes back to it. */
export function openNatsBus({ connection, nodeId, name, log }: Options): Bus {
  const gaps = new Set<() => void>()
  let isConnected = true
  const subjectOf = (subject: string) => `${name}.${subject}`
  void watchConnection()

  async function watchConnection(): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' || type === 'close') isConnected = false
      if (type !== 'reconnect') continue
      isConnected = true
      for (const listener of gaps) listener()
    }
  }

  /** Subscribes. Resolves once the servers have the subscription. */
  async function receiving(subject: string, receive: (message: unknown, sent: Msg) => void): Promise<End> {
    const subscription: Subscription = connection.subscribe(subjectOf(subject), {
      callback(error, sent) {
        const message = error ? undefined : parse(sent.data)
        if (message?.isJson) receive(message.value, sent)
        else log.warn({ event: 'bus.message-dropped', subject, reason: error?.message ?? 'It is no JSON.' })
      },
    })
    // Without a connection the subscription is made with the next one, after which there is a gap anyway.
    if (isConnected) await connection.flush().catch(() => {})
    return () => subscription.unsubscribe()
  }

  return {
    nodeId,
    publish(subject, message) {
      if (!isConnected || connection.isClosed()) return
      tryToSend(log, subject, () => connection.publish(subjectOf(subject), JSON.stringify(message)))
    },
    subscribe: (subject, receive) => receiving(subject, receive),
    request: (subject, message, withinMs = ANSWERED_WITHIN_MS) =>
      isConnected && !connection.isClosed()
        ? firstAnswer(connection, subjectOf(subject), { message, withinMs })
        : Promise.resolve(undefined),
    answer: (subject, reply) =>
      receiving(subject, (message, sent) => {
        const respond = (answer: unknown) => {
          if (!sent.reply || !isConnected || connection.isClosed()) return
          connection.publish(sent.reply, answer === undefined ? '' : JSON.stringify(answer))
        }
        // An answer that can't be sent, for its length, is none either.
        const answered = reply(message).then(respond)
        answered.catch((error: unknown) => {
          log.warn({ event: 'bus.answer-failed', subject, reason: (error as Error).message })
          respond(undefined)
        })
      }),
    onGap: (listener) => void gaps.add(listener),
    get isConnected() {
      return isConnected
    },
    async close() {
      isConnected = false
      await connection.close()
    },
  }
}

/** Publishes, unless the message exceeds the limit of the servers: messages may be lost. */
function tryToSend(log: Log, subject: string, send: () => void): void {
  try {
    send()
  } catch (error) {
    log.warn({ event: 'bus.message-dropped', subject, reason: (error as Error).message })
  }
}

interface Asked {
  readonly message: unknown
  readonly withinMs: number
}

/** Resolves with the first answer that is one; undefined when nobody answers, or nobody has an answer. */
function firstAnswer(connection: NatsConnection, subject: string, { message, withinMs }: Asked): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const inbox = createInbox()
  let timer = setTimeout(() => resolve(undefined), withinMs)
  const subscription = connection.subscribe(inbox, {
    callback(error, { data, headers }) {
      if (error || headers?.code === NO_RESPONDERS) return resolve(undefined)
      const answer = parse(data)
      if (data.length > 0 && answer.isJson) return resolve(answer.value)
      clearTimeout(timer)
      timer = setTimeout(() => resolve(undefined), Math.min(OTHERS_WITHIN_MS, withinMs))
    },
  })
  connection.publish(subject, JSON.stringify(message), { reply: inbox })
  return promise.finally(() => {
    clearTimeout(timer)
    subscription.unsubscribe()
  })
}

function parse(bytes: Uint8Array): { readonly isJson: boolean; readonly value: unknown } {
  try {
    return { isJson: true, value: JSON.parse(Buffer.from(bytes).toString()) }
  } catch {
    return { isJson: false, value: undefined }
  }
}
