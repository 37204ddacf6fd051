import proxyAddress from '@fastify/proxy-addr'

export function openProxyCheck(trustProxy: false | readonly string[]): (address: string) => boolean {
  const isTrusted = proxyAddress.compile(trustProxy === false ? [] : [...trustProxy])
  return (address) => isTrusted(address, 0)
}
