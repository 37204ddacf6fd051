/** The path of a nats-server that is new enough; undefined where there is none. */
export function findNatsServer(): string | undefined
