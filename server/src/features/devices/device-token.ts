import { hashToken, newRandomToken } from '../../platform/secrets/random-token.ts'

/** A new credential of a device: 256 random bits, and the hash that is kept of it. */
export const newDeviceToken = newRandomToken

/** What is stored of a device's token. */
export const hashDeviceToken = hashToken
