import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'

const deploy = join(import.meta.dirname, '../../deploy')
const read = (...names: string[]) => readFileSync(join(deploy, ...names), 'utf8')

const pages = ['scaling.md', 'recovery.md', 'operations.md'].map((name) =>
  readFileSync(join(deploy, '../docs', name), 'utf8'),
)

test('the pages name only existing services, and restart each role at its own port', () => {
  const text = pages.join('\n')
  const named = new Set(
    Array.from(text.matchAll(/\b(greenhouse|nats)@([\w$.-]+?)(?=[`\s",;)]|\.$)/gm), ([name]) => name),
  )
  expect(named.size).toBeGreaterThan(4)
  const roles = ['gateway', 'jobs', 'web', 'worker']
  const existing = [...roles.map((role) => `greenhouse@${role}`), 'greenhouse@$1', 'greenhouse@.service']
  const all = new Set([...existing, 'nats@nats-1', 'nats@.service'])
  expect([...named].filter((name) => !all.has(name))).toEqual([])
  const restarted = Array.from(text.matchAll(/^ *restart (\w+) (\d+)/gm), ([, role = '', port]) => [role, port])
  expect(restarted.map(([role]) => role).toSorted((one = '', other = '') => one.localeCompare(other))).toEqual(roles)
  for (const [role, port] of restarted) expect(parseEnv(read('env', `${role}.env`))['PORT']).toBe(port)
})

test('a service runs the version that its link points to, and the pages set that link', () => {
  const service = read('systemd', 'greenhouse@.service')
  const paths = Array.from(service.matchAll(/\/opt\/greenhouse\/\w+/g), ([path]) => path)
  expect(new Set(paths)).toEqual(new Set(['/opt/greenhouse/releases', '/opt/greenhouse/current']))
  expect(service).toMatch(/^WorkingDirectory=\/opt\/greenhouse\/current$/m)
  expect(service).toMatch(/^ExecStart=\/opt\/greenhouse\/current\//m)
  const links = pages.join('\n').match(/^ *ln -sfn "releases\/\$VERSION" \/opt\/greenhouse\/current$/gm)
  expect(links).toHaveLength(2)
})

test('a node and a proxy may open as many files as the sizes promise', () => {
  const [scaling = ''] = pages
  const numberIn = (pattern: RegExp) => Number(pattern.exec(scaling)?.[1]?.replaceAll(',', ''))
  const boards = numberIn(/and ([\d,]+) when one ends/)
  const proxyBoards = numberIn(/which is ([\d,]+) boards\. Both/)
  expect([boards, proxyBoards]).toEqual([333_334, 500_000])
  const limitOf = (name: string) => Number(/^LimitNOFILE=(\d+)$/m.exec(read('systemd', name))?.[1])
  const [node, proxy] = Array.from(read('compose.yaml').matchAll(/nofile: (\d+)/g), ([, limit]) => Number(limit))
  expect([node, proxy]).toEqual([limitOf('greenhouse@.service'), limitOf('haproxy.conf')])
  expect(node).toBeGreaterThanOrEqual(boards)
  expect(proxy).toBeGreaterThanOrEqual(2 * proxyBoards)
})

test('a container of a gateway may use the memory of as many boards as the sizes promise', () => {
  const [, kilobytes, limit, boards = ''] =
    /up to (\d+) KB for each board[^]*?`mem_limit: (\d)g`[^]*?enough for\s([\d,]+)\sboards/.exec(pages[0] ?? '') ?? []
  const [, given] = /mem_limit: (\d)g/.exec(read('compose.yaml')) ?? []
  expect([given, boards]).toEqual([limit, '20,000'])
  const tailAndProgram = 200e6 + 128e6
  expect(tailAndProgram + Number(boards.replace(',', '')) * Number(kilobytes) * 1024).toBeLessThan(Number(given) * 1e9)
})

test('the cores in the table of sizes follow from the rule above it', () => {
  const [scaling = ''] = pages
  const cells = Array.from(scaling.matchAll(/\(0\.2 \+ ([\d,]+) × 0\.005 \+ ([\d.]+)\) \/ 0\.5 = ([\d.]+)/g), (cell) =>
    cell.slice(1).map((figure) => Number(figure.replaceAll(',', ''))),
  )
  expect(cells).toHaveLength(10)
  const [rates, clusters] = [
    [167, 1667, 16_667],
    [
      [2, 4],
      [2, 16],
      [4, 16],
    ] as const,
  ]
  const expected = [
    ...rates.flatMap((rate) => clusters.map(([gateways, partitions]) => [rate, gateways * partitions])),
    [16_667, 16],
  ]
  for (const [index, [appends = 0, readings = 0, cores = 0]] of cells.entries()) {
    const [rate = 0, queues = 0] = expected[index] ?? []
    expect(appends).toBe(Math.min(rate, queues * 20))
    expect(readings).toBeCloseTo(rate * 0.00005, 1)
    expect(Math.abs(cores - (0.2 + appends * 0.005 + rate * 0.00005) / 0.5)).toBeLessThan(0.5)
  }
})
