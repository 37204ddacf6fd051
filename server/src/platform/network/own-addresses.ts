import { existsSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

type Interfaces = ReturnType<typeof networkInterfaces>

/** Interfaces of containers, virtual machines and VPNs: no board is connected to one. */
const VIRTUAL = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|vEthernet|cni|flannel|podman|lxc|tun|tap|wg|zt|utun|tailscale)/

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const local = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  local.addSubnet(network, bits)
local.addSubnet('fc00::', 7, 'ipv6')
local.addSubnet('fe80::', 10, 'ipv6')

/** Returns the IPv4 addresses of this machine, those of private networks first. Boards seldom have IPv6. */
export function ownAddresses(interfaces: Interfaces = networkInterfaces()): string[] {
  const addresses = Object.entries(interfaces)
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, list = []]) => list)
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
    .map(({ address }) => address)
  return [...addresses.filter(isLocal), ...addresses.filter((address) => !isLocal(address))]
}

export function interfaceAddresses(interfaces: Interfaces = networkInterfaces()): string[] {
  return Object.values(interfaces).flatMap((list = []) => list.map(({ address }) => address))
}

/** Returns whether the server runs in a container, whose addresses only its own machine can reach. */
export function isInContainer(): boolean {
  return existsSync('/.dockerenv') || existsSync('/run/.containerenv')
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || contains(loopback, host)
}

/** Returns whether an address is a loopback address or of a home or office network. */
export function isNearby(address: string): boolean {
  return contains(loopback, address) || isLocal(address)
}

function isLocal(address: string): boolean {
  return contains(local, address)
}

function contains(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
