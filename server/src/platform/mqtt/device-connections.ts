import { REASON } from './codes.ts'
import type { Connection } from './connection.ts'

/**
 * The registry of connected devices. It is created before everything that ends connections or sends to devices; the
 * listener adds to it.
 */
export class DeviceConnections {
  readonly #byDevice = new Map<string, Set<Connection>>()

  /**
   * Adds an admitted connection. Ends the device's other connections with the same client id, and its oldest one when it
   * has `most` already. Returns whether it is the device's only one.
   */
  add(deviceId: string, connection: Connection, most: number): boolean {
    const own = this.#byDevice.get(deviceId) ?? new Set()
    for (const other of own) if (other.clientId === connection.clientId) other.end(REASON.sessionTakenOver)
    const [oldest] = own
    if (own.size >= most) oldest?.end(REASON.sessionTakenOver)
    this.#byDevice.set(deviceId, own.add(connection))
    return own.size === 1
  }

  /** Removes an ended connection. Returns whether it was the last one of the device. */
  remove(deviceId: string, connection: Connection): boolean {
    const own = this.#byDevice.get(deviceId)
    own?.delete(connection)
    if (own?.size !== 0) return false
    this.#byDevice.delete(deviceId)
    return true
  }

  /** Ends every connection of a device, because it was deleted or its token replaced. */
  disconnect(deviceId: string): void {
    for (const connection of this.#byDevice.get(deviceId) ?? []) connection.end(REASON.administrativeAction)
  }

  /** Sends a message to each connection of a device that subscribes to the topic. */
  deliver(deviceId: string, topic: string, payload: string): void {
    for (const connection of this.#byDevice.get(deviceId) ?? []) connection.deliver(topic, payload, false)
  }
}
