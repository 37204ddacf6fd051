import proxyAddress from '@fastify/proxy-addr'

/** Returns whether an address is that of a proxy in TRUST_PROXY. */
export function openProxyCheck(trustProxy: false | readonly string[]): (address: string) => boolean {
  const isTrusted = proxyAddress.compile(trustProxy === false ? [] : [...trustProxy])
  return (address) => isTrusted(address, 0)
}
