export class ConnackRefusal extends Error {
  readonly kind: 'credentials' | 'version' | 'other'

  constructor(code: number) {
    super(`The broker refused the connection with code ${code}`)
    if (CREDENTIAL_CODES.has(code)) this.kind = 'credentials'
    else this.kind = VERSION_CODES.has(code) ? 'version' : 'other'
  }
}
/** MQTT 3.1.1: 4, 5; MQTT 5: the others. */
const CREDENTIAL_CODES: ReadonlySet<number> = new Set([4, 5, 0x86, 0x87, 0x8c])
const VERSION_CODES: ReadonlySet<number> = new Set([1, 0x84])

export class BrokerSilent extends Error {}

export class BrokerClosed extends Error {}

export class WrongPacket extends Error {}

/** Returns whether the error may mean that the broker knows only MQTT 3.1.1. */
export function isOldBroker(error: unknown): boolean {
  if (error instanceof ConnackRefusal) return error.kind === 'version'
  if (error instanceof WrongPacket || error instanceof BrokerClosed) return true
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}
