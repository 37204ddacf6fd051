/** Thrown when NATS can't be reached at the start. Its message tells the operator what to do. */
export class NatsUnreachable extends Error {
  override name = 'NatsUnreachable'
}
