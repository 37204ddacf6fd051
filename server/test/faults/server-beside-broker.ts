import type { AddressInfo } from 'node:net'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { openLog } from '../../src/platform/log.ts'

/** The program of a server that connects to a broker on its own machine, which no setting of the real one allows. */
const app = await createApp(readConfig(process.env), { log: openLog('error'), allowedTargets: ['127.0.0.1'] })
await app.listen()
const { port } = app.http.fastify.server.address() as AddressInfo
process.send?.(`http://127.0.0.1:${port}`)
