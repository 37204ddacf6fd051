import { sameEventType, serverMessage, topic, type ServerMessage } from '@greenhouse/contract'

/** Names may be in either case. */
export interface Frame {
  readonly eventType: string
  readonly requestId: string | undefined
  readonly error: string | undefined
  readonly content: Record<string, unknown>
}

/** @throws when the text is not a JSON object with an event type */
export function readFrame(text: string): Frame {
  const content: unknown = JSON.parse(text)
  if (!isRecord(content)) throw new TypeError('A frame must be an object')
  const { eventType, EventType, requestId, RequestId, error } = content
  const type = eventType ?? EventType
  const request = requestId ?? RequestId
  if (typeof type !== 'string') throw new TypeError('A frame must have an event type')
  return {
    eventType: type,
    requestId: typeof request === 'string' ? request : undefined,
    error: typeof error === 'string' ? error : undefined,
    content: { ...content, eventType: type },
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** @throws when the contract does not know the message */
export function readMessage({ eventType, content }: Frame): ServerMessage {
  const names = serverMessage.def.options.flatMap((option) => option.shape.eventType.def.values)
  const known = names.find((name) => sameEventType(name, eventType)) ?? eventType
  return serverMessage.parse({ ...content, eventType: known })
}

/** Returns the part of a message for a topic: readings of that device only; undefined for other topics. */
export function partFor(topicId: string, message: ServerMessage): ServerMessage | undefined {
  const isOfHousehold = topicId.startsWith(topic.householdOf(''))
  if (message.eventType === 'ServerBroadcastsLiveDataToDashboard') {
    const logs = message.logs.filter(({ deviceId }) => topic.readingsOf(deviceId) === topicId)
    return logs.length > 0 ? { ...message, logs } : undefined
  }
  if (message.eventType === 'readings') return topic.seriesOf(message.deviceId) === topicId ? message : undefined
  if (message.eventType === 'ServerBroadcastsLiveAlertToAlertView' || message.eventType === 'episodes') {
    return isOfHousehold ? message : undefined
  }
  if (message.eventType === 'ServerReportsChange') {
    return isOfHousehold || topicId.startsWith(topic.changesOf('')) ? message : undefined
  }
  // Frames of the household before may still arrive.
  if (message.eventType === 'care') return topic.householdOf(message.householdId) === topicId ? message : undefined
  if (message.eventType === 'AdminHasDeletedData') return isOfHousehold ? message : undefined
  return undefined
}
