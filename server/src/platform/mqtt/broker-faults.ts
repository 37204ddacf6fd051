/** A broker did not admit the connection, with the code of its CONNACK. */
export class ConnackRefusal extends Error {
  readonly kind: 'credentials' | 'version' | 'other'

  constructor(code: number) {
    super(`The broker refused the connection with code ${code}`)
    if (CREDENTIAL_CODES.has(code)) this.kind = 'credentials'
    else this.kind = VERSION_CODES.has(code) ? 'version' : 'other'
  }
}
/** Of MQTT 3.1.1 and of MQTT 5. */
const CREDENTIAL_CODES: ReadonlySet<number> = new Set([4, 5, 0x86, 0x87, 0x8c])
const VERSION_CODES: ReadonlySet<number> = new Set([1, 0x84])

/** The broker sent nothing for so long that the connection was given up. */
export class BrokerSilent extends Error {}

/** The broker ended the connection. */
export class BrokerClosed extends Error {}

/** The broker sent what MQTT does not allow, or a packet that is too large. */
export class WrongPacket extends Error {}

/** Whether a broker that knows only MQTT 3.1.1 may have ended a connection in this way because it was one of MQTT 5. */
export function isOldBroker(error: unknown): boolean {
  if (error instanceof ConnackRefusal) return error.kind === 'version'
  if (error instanceof WrongPacket || error instanceof BrokerClosed) return true
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}
