import { ForbiddenTarget } from './outbound.ts'
import { codeOf } from '../error-details.ts'

/** Thrown when a request had no usable reply. The message is for the person who named the address. */
export class RequestFailed extends Error {
  readonly isFinal: boolean
  readonly isTimeout: boolean

  constructor(
    message: string,
    { isFinal = false, isTimeout = false }: { isFinal?: boolean; isTimeout?: boolean } = {},
  ) {
    super(message)
    this.isFinal = isFinal
    this.isTimeout = isTimeout
  }
}

const NOT_FOUND = 'The name could not be found.'
const UNREACHABLE = 'The server could not be reached.'
const CLOSED = 'The server closed the connection without an answer.'
const NO_ANSWER = 'The server did not answer.'

/** Errors that a person can do something about. */
const SENTENCES: Readonly<Record<string, string>> = {
  ENOTFOUND: NOT_FOUND,
  ENODATA: NOT_FOUND,
  EAI_AGAIN: 'The name could not be looked up now.',
  ECONNREFUSED: 'The connection was refused.',
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
  ETIMEDOUT: NO_ANSWER,
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  EPROTO: 'The server does not speak https on this port.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The server does not speak https on this port.',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'The server does not speak https on this port.',
}

const SELF_SIGNED = 'its server signed it itself.'
const UNKNOWN_AUTHORITY = 'its authority is not known.'
const CERTIFICATES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired.',
  CERT_NOT_YET_VALID: 'it is not valid yet.',
  CERT_REVOKED: 'it was revoked.',
  CERT_SIGNATURE_FAILURE: 'its signature is wrong.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
}

export function requestFailed(error: unknown): RequestFailed {
  if (error instanceof ForbiddenTarget) return new RequestFailed(error.message, { isFinal: true })
  const code = codeOf(error) ?? ''
  const certificate = CERTIFICATES[code]
  if (certificate !== undefined) return new RequestFailed(`The certificate is not valid: ${certificate}`)
  // Thrown for a token in a header.
  if (code === 'ERR_INVALID_CHAR') {
    return new RequestFailed('The token has characters that can not be sent.', { isFinal: true })
  }
  const isNotHttp = code.startsWith('HPE_')
  return new RequestFailed(isNotHttp ? 'The server did not answer in HTTP.' : (SENTENCES[code] ?? CLOSED))
}
