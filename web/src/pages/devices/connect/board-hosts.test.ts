import { describe, expect, test } from 'vitest'
import { boardHosts } from './board-hosts.ts'

const PRIVATE = { publicUrl: null }
const LAN = ['192.168.1.20', '10.0.0.7']
const namesOf = ({ hosts }: ReturnType<typeof boardHosts>) => hosts.map(({ host }) => host)

describe('the hosts that boards can use', () => {
  test.each([
    ['http://127.0.0.1:8080', ['192.168.1.20', '10.0.0.7', '127.0.0.1']],
    ['http://localhost:8080', ['192.168.1.20', '10.0.0.7', 'localhost']],
    ['http://192.168.1.20:8080', ['192.168.1.20', '10.0.0.7']],
    ['http://raspberrypi.local:8080', ['raspberrypi.local', '192.168.1.20', '10.0.0.7']],
  ])('the hosts for boards from a page at %s are %j', (page, hosts) => {
    const found = boardHosts(PRIVATE, { onlyThisMachine: false, addresses: LAN }, page)
    expect(namesOf(found)).toEqual(hosts)
    expect(found.caution).toBeUndefined()
  })

  test('the host for boards is the public one when the server has one', () => {
    const info = { publicUrl: 'https://plants.example.org' }
    const found = boardHosts(info, { onlyThisMachine: true, addresses: [] }, 'https://plants.example.org')
    expect([namesOf(found), found.caution]).toEqual([['plants.example.org'], undefined])
  })

  test('a server on its own machine only has no host for boards, and the sentence names the remedy', () => {
    const found = boardHosts(PRIVATE, { onlyThisMachine: true, addresses: LAN }, 'http://127.0.0.1:8080')
    expect(namesOf(found)).toEqual(['127.0.0.1'])
    expect(found.caution).toContain('“Add a device” opens it to your network')
  })

  test('a machine with unknown addresses has no hosts for boards', () => {
    const found = boardHosts(PRIVATE, { onlyThisMachine: false, addresses: [] }, 'http://localhost:8080')
    expect(namesOf(found)).toEqual(['localhost'])
    expect(found.caution).toContain('Boards can’t reach localhost.')
  })
})
