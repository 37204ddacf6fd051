import { connect } from 'node:net'
import { addressOf, readingRoutes } from '@greenhouse/contract'
import { serveWorker } from './worker.ts'

export interface HttpTask {
  readonly port: number
  readonly devices: ReadonlyArray<{ deviceToken: string }>
  readonly connections: number
  readonly requests: number
  /** Readings in one request. */
  readonly size: number
  /** Time of the first reading of each device, milliseconds since 1970; the next follow a second apart. */
  readonly startAt: number
}

export interface HttpOutcome {
  /** Stored readings a second. */
  readonly rate: number
}

/** Builds requests before the measurement. Each connection sends one at a time; devices take turns. */
serveWorker(async (task): Promise<HttpOutcome> => {
  const { port, devices, connections, requests, size, startAt } = task as HttpTask
  const lanes = Array.from({ length: connections }, (_, lane) =>
    Array.from({ length: Math.ceil(requests / connections) }, (__, turn) => {
      const place = turn * connections + lane
      const request = Math.floor(place / devices.length)
      const deviceToken = devices[place % devices.length]?.deviceToken
      const readings = Array.from({ length: size }, (___, index) => {
        const at = new Date(startAt + (request * size + index) * 1000).toISOString()
        return `{"temperature":${20 + (index % 40) / 10},"humidity":63.${lane % 10},"pressure":1013.2,"air_quality_analog":412,"timestamp":"${at}"}`
      })
      const body = `[${readings.join(',')}]`
      return Buffer.from(
        `POST ${addressOf(readingRoutes.send)} HTTP/1.1\r\nhost: bench\r\nauthorization: ${deviceToken}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
    }),
  )
  const started = performance.now()
  await Promise.all(lanes.map((lane) => sendAll(port, lane, size)))
  const stored = lanes.reduce((sum, lane) => sum + lane.length * size, 0)
  return { rate: (stored / (performance.now() - started)) * 1000 }
})

/** @throws when a response reports that not all of its readings were stored */
function sendAll(port: number, requests: readonly Buffer[], size: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    let next = 0
    let answer = ''
    const send = () => {
      const request = requests[next++]
      if (request) socket.write(request)
      else socket.end(() => resolve())
    }
    socket.once('connect', send)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The server hung up')))
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1')
      // Every response ends with the closing bracket of its list of refusals.
      if (!answer.endsWith(']}')) return
      if (!answer.startsWith('HTTP/1.1 200') || !answer.includes(`"stored":${size},`))
        return reject(new Error(answer.slice(0, 300)))
      answer = ''
      send()
    })
  })
}
