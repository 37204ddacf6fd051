import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The lower bound of a request with readings: node:http and JSON.parse. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const stored = (JSON.parse(Buffer.concat(chunks).toString()) as unknown[]).length
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(`{"stored":${stored},"duplicates":0,"refused":[]}`)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit(0))
