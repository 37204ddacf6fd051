import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { findProgram, startProgram, type ChildProgram } from './child-program.ts'
import { freePorts } from './free-ports.ts'
import { PATIENT } from './test-run.ts'

/** The deployed configuration. */
const TEMPLATE = join(import.meta.dirname, '../deploy/haproxy.cfg')

/** A node behind the proxy. */
interface Behind {
  readonly name: string
  readonly port: number
  /** Of a gateway. */
  readonly mqttPort: number
}

export interface Nodes {
  readonly gateways: readonly Behind[]
  readonly webs: readonly Behind[]
}

/** The proxy before the nodes of a cluster. */
export interface Proxy {
  /** `http://127.0.0.1:8080` */
  readonly url: string
  readonly mqttPort: number
  readonly pid: number
  signal(name: NodeJS.Signals): void
  /** Resolves when the health checks of these nodes succeed. */
  untilUp(nodes: readonly string[]): Promise<void>
  kill(): Promise<void>
  /** Starts it again on the same ports, and waits until it listens. */
  start(): Promise<void>
  close(): Promise<void>
}

export const findHaproxy = () => findProgram('haproxy')

/** Replaces the servers of the configuration. */
export function configFor({ gateways, webs }: Nodes): string {
  const address = (port: number) => `127.0.0.1:${port}`
  const lines: Record<string, string[]> = {
    webs: webs.map(({ name, port }) => `server ${name} ${address(port)}`),
    gateways: gateways.map(({ name, port }) => `server ${name} ${address(port)}`),
    boards: gateways.map(({ name, port, mqttPort }) => `server ${name} ${address(mqttPort)} port ${port}`),
  }
  return readFileSync(TEMPLATE, 'utf8')
    .split(/^(?=(?:backend|listen|frontend) )/m)
    .map((section) => {
      const own = lines[/^\w+ (\w+)/.exec(section)?.[1] ?? '']
      return own ? `${section.replaceAll(/^ +server .*\n/gm, '').trimEnd()}\n    ${own.join('\n    ')}\n\n` : section
    })
    .join('')
}

/** Reserves two ports for the proxy before its nodes start. */
export async function proxyPlace(): Promise<{ httpPort: number; mqttPort: number }> {
  const [httpPort = 0, mqttPort = 0] = await freePorts(2)
  return { httpPort, mqttPort }
}

/** The certificate with its key in one file, and where the proxy listens with it. */
export interface ProxyTls {
  readonly certificate: string
  readonly httpsPort: number
  readonly mqttsPort: number
  /** Serves the ACME challenge. */
  readonly renewalPort: number
}

function environmentOf(tls: ProxyTls | undefined): Record<string, string> {
  if (tls === undefined) return { WITHOUT_TLS: '1' }
  return {
    CERTIFICATE: tls.certificate,
    LISTEN_HTTPS: `127.0.0.1:${tls.httpsPort}`,
    LISTEN_MQTTS: `127.0.0.1:${tls.mqttsPort}`,
    CERTBOT: `127.0.0.1:${tls.renewalPort}`,
  }
}

/** Starts the proxy, and waits until it listens. */
export async function startProxy(
  nodes: Nodes,
  { httpPort, mqttPort }: { httpPort: number; mqttPort: number },
  tls?: ProxyTls,
): Promise<Proxy> {
  const program = findHaproxy()
  if (program === undefined) throw new Error('haproxy is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-proxy-'))
  const [file, control] = [join(folder, 'haproxy.cfg'), join(folder, 'control')]
  writeFileSync(file, configFor(nodes))
  const begin = async (): Promise<ChildProgram> => {
    const started = startProgram([program, '-db', '-f', file], {
      env: {
        ...process.env,
        LISTEN_HTTP: `127.0.0.1:${httpPort}`,
        LISTEN_MQTT: `127.0.0.1:${mqttPort}`,
        CONTROL: control,
        ...environmentOf(tls),
      },
    })
    const until = performance.now() + PATIENT.timeout
    while ((await ask(control, 'show info').catch(() => '')) === '') {
      if (started.isOver() || performance.now() > until) {
        await started.end('SIGKILL')
        throw new Error(`HAProxy did not start: ${started.output()}`)
      }
      await wait(50)
    }
    return started
  }
  let running = await begin()
  return {
    url: `http://127.0.0.1:${httpPort}`,
    mqttPort,
    get pid() {
      return running.pid
    },
    signal: (name) => running.signal(name),
    async untilUp(names) {
      const wanted = names.flatMap((node) => sectionsOf(nodes, node).map((section) => `${section},${node}`))
      const within = performance.now() + PATIENT.timeout
      for (;;) {
        const up = new Set(upIn(await ask(control, 'show stat')))
        const missing = wanted.filter((one) => !up.has(one))
        if (missing.length === 0) return
        if (performance.now() > within) throw new Error(`The proxy finds not ready: ${missing.join(' ')}`)
        await wait(50)
      }
    },
    kill: () => running.end('SIGKILL'),
    async start() {
      if (running.isOver()) running = await begin()
    },
    async close() {
      running.signal('SIGCONT')
      await running.end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the sections of the configuration that name a node. */
function sectionsOf({ gateways, webs }: Nodes, node: string): string[] {
  return [
    ...(webs.some(({ name }) => name === node) ? ['webs'] : []),
    ...(gateways.some(({ name }) => name === node) ? ['gateways', 'boards'] : []),
  ]
}

/** Returns `backend,server` of the servers that are up, in the table of HAProxy. */
function upIn(table: string): string[] {
  const [head = '', ...rows] = table.split('\n')
  const column = head.split(',').indexOf('status')
  return rows
    .map((row) => row.split(','))
    .filter((fields) => fields[column]?.startsWith('UP'))
    .map(([section, server]) => `${section},${server}`)
}

async function ask(control: string, question: string): Promise<string> {
  const socket = connect(control)
  await once(socket, 'connect')
  // HAProxy sends one line, then closes.
  socket.write(`${question}\n`)
  return text(socket)
}
