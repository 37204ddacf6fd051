import { BrokerSilent, ConnackRefusal, WrongPacket } from '../../platform/mqtt/broker-faults.ts'
import { ForbiddenTarget } from '../../platform/network/outbound.ts'
import type { BrokerTarget } from './broker-target.ts'
import { codeOf } from '../../platform/error-details.ts'

const UNTRUSTED = 'The certificate of the broker is not trusted. Add the certificate of its authority.'

const SENTENCES: Readonly<Record<string, (target: BrokerTarget) => string>> = {
  ENOTFOUND: noHost,
  ENODATA: noHost,
  EAI_AGAIN: ({ host }) => `The name ${host} can't be looked up now.`,
  ECONNREFUSED: ({ host, port }) => `${host} refuses connections to port ${port}. Is the broker running?`,
  ETIMEDOUT: silent,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  CERT_HAS_EXPIRED: () => 'The certificate of the broker has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host }) => `The certificate of the broker is for another name than ${host}.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: () => UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: () => UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: () => UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: () => UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () => UNTRUSTED,
  CERT_SIGNATURE_FAILURE: () => UNTRUSTED,
  ERR_SSL_WRONG_VERSION_NUMBER: ({ port }) => `The broker does not use TLS on port ${port}.`,
}

/** The stored password was encrypted with another key, as after a restore without the installation's secret. */
export class UnreadablePassword extends Error {
  constructor() {
    super("The stored password can't be read any more. Enter it again.")
  }
}

export function brokerFault(error: unknown, target: BrokerTarget): string {
  if (error instanceof ForbiddenTarget || error instanceof UnreadablePassword) return error.message
  if (error instanceof ConnackRefusal) {
    return error.kind === 'credentials' ? 'The broker refused the user name or the password.' : `${error.message}.`
  }
  if (error instanceof BrokerSilent) return silent(target)
  if (error instanceof WrongPacket) return `${error.message}.`
  const sentence = SENTENCES[codeOf(error) ?? '']
  return sentence ? sentence(target) : 'The broker closed the connection.'
}

function noHost({ host }: BrokerTarget): string {
  return `There is no host with the name ${host}.`
}

function silent({ host, port }: BrokerTarget): string {
  return `${host} does not reply on port ${port}.`
}

function unreachable({ host }: BrokerTarget): string {
  return `${host} can't be reached from this server.`
}
