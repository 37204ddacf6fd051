import { BlockList, isIP } from 'node:net'

export type AddressKind = 'public' | 'private' | 'own' | 'forbidden'

type Network = readonly [network: string, bits: number]

const LOOPBACK: readonly Network[] = [['127.0.0.0', 8]]
const LOOPBACK_6: readonly Network[] = [['::1', 128]]
/** Link-local, multicast, reserved and metadata addresses. */
const FORBIDDEN: readonly Network[] = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
]
const FORBIDDEN_6: readonly Network[] = [
  // IPv4 written as IPv6 without a prefix, and ::.
  ['::', 96],
  ['fe80::', 10],
  ['ff00::', 8],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
  // Tunnels that carry packets to IPv4 addresses chosen by the sender.
  ['2001::', 32],
  ['2002::', 16],
]
/** RFC 1918, RFC 6598, RFC 2544, unique local addresses and similar. */
const PRIVATE: readonly Network[] = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['198.18.0.0', 15],
]
const PRIVATE_6: readonly Network[] = [
  ['fc00::', 7],
  ['fec0::', 10],
  ['64:ff9b:1::', 48],
]

const forbidden = blockList(FORBIDDEN, FORBIDDEN_6)
const privates = blockList(PRIVATE, PRIVATE_6)

/** IPv4 in IPv6 counts as IPv4; texts that are no address are forbidden. `interfaces`: addresses of this machine. */
export function kindOf(address: string, interfaces: readonly string[]): AddressKind {
  const family = isIP(address)
  // A zone, as in fe80::1%eth0, belongs to a link-local address.
  if (family === 0 || address.includes('%')) return 'forbidden'
  const type = family === 4 ? 'ipv4' : 'ipv6'
  if (ownOf(interfaces).check(address, type)) return 'own'
  if (forbidden.check(address, type)) return 'forbidden'
  return privates.check(address, type) ? 'private' : 'public'
}

function ownOf(interfaces: readonly string[]): BlockList {
  const hosts = (family: 4 | 6, bits: number) =>
    interfaces.filter((address) => isIP(address) === family).map((address): Network => [address, bits])
  return blockList([...LOOPBACK, ...hosts(4, 32)], [...LOOPBACK_6, ...hosts(6, 128)])
}

/** A BlockList matches IPv4-mapped addresses (::ffff:0:0/96) by itself; NAT64 (64:ff9b::/96) is added. */
function blockList(ipv4: readonly Network[], ipv6: readonly Network[]): BlockList {
  const list = new BlockList()
  for (const [network, bits] of ipv4) {
    list.addSubnet(network, bits)
    list.addSubnet(`64:ff9b::${network}`, 96 + bits, 'ipv6')
  }
  for (const [network, bits] of ipv6) list.addSubnet(network, bits, 'ipv6')
  return list
}
