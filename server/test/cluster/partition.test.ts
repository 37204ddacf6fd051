import { spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { NatsHost } from '../../../testing/nats-server.ts'
import { CLUSTER, findWrong, startGreenhouse, startLoad, untilAcknowledged } from './greenhouse.ts'

const CUT_OFF_MS = 30_000
const canMakeNetworks = process.getuid?.() === 0 && spawnSync('ip', ['netns', 'list']).status === 0

if (!canMakeNetworks) console.log('The test that cuts a network in two is left out: it needs root and iproute2.')

test.skipIf(!CLUSTER || !canMakeNetworks)(
  'a server of NATS that the network cuts off catches up later, and nothing is lost or doubled',
  async () => {
    const { hosts, cutOff, join } = makeNetwork()
    const greenhouse = await startGreenhouse({ natsHosts: hosts })
    const load = await startLoad(greenhouse)
    for (const index of [0, 1]) {
      await untilAcknowledged(load, 500)
      cutOff(index)
      await wait(CUT_OFF_MS)
      await untilAcknowledged(load, 1000)
      join(index)
    }
    await untilAcknowledged(load, 500)
    await load.stop()
    expect(await findWrong(greenhouse)).toEqual([])
  },
)

/** Makes three networks of this test's own, joined by a bridge, and removes them when the test has ended. */
function makeNetwork() {
  const name = `gh${process.pid % 10_000}`
  const subnet = `10.213.${process.pid % 250}`
  const bridge = `${name}b`
  ip('link', 'add', bridge, 'type', 'bridge')
  onTestFinished(() => ip('link', 'del', bridge))
  ip('addr', 'add', `${subnet}.254/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  const hosts: NatsHost[] = [1, 2, 3].map((number) => {
    const [space, inside] = [`${name}n${number}`, `${name}i${number}`]
    ip('netns', 'add', space)
    // Deleting one network removes both ends of its cable.
    onTestFinished(() => ip('netns', 'del', space))
    ip('link', 'add', cableOf(number - 1), 'type', 'veth', 'peer', 'name', inside, 'netns', space)
    ip('link', 'set', cableOf(number - 1), 'master', bridge, 'up')
    ip('-n', space, 'addr', 'add', `${subnet}.${number}/24`, 'dev', inside)
    ip('-n', space, 'link', 'set', inside, 'up')
    ip('-n', space, 'link', 'set', 'lo', 'up')
    return { host: `${subnet}.${number}`, under: ['ip', 'netns', 'exec', space] }
  })
  return {
    hosts,
    /** Cuts the network without resetting connections. */
    cutOff: (index: number) => ip('link', 'set', cableOf(index), 'down'),
    join: (index: number) => ip('link', 'set', cableOf(index), 'up'),
  }

  function cableOf(index: number): string {
    return `${name}c${index + 1}`
  }
}

function ip(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) expect.fail(`ip ${args.join(' ')}: ${stderr}`)
}
