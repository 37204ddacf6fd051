/** Thrown when NATS can't be reached at the start, with advice for the operator. */
export class NatsUnreachable extends Error {
  override name = 'NatsUnreachable'
}
