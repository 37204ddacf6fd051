import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

test('npm run dev prints one address, which serves pages and API', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-dev-'))
  const settings = { PORT: await freePort(), MQTT_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' }
  const child = spawn(process.execPath, ['scripts/greenhouse.mjs', 'dev'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, ...settings, NODE_ENV: 'development' },
  })
  onTestFinished(async () => {
    child.kill()
    await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  await new Promise<void>((resolve) =>
    child.stdout.on('data', (text: Buffer) => {
      said += text.toString()
      if (said.includes('Open http')) resolve()
    }),
  )
  const addresses = said.match(/\bhttps?:\/\/\S+/g) ?? []
  expect(addresses).toHaveLength(1)
  const [page, api] = await Promise.all([fetch(`${addresses[0]}/`), fetch(`${addresses[0]}/api/Server/GetServerInfo`)])
  expect(await page.text()).toContain('<title>')
  expect(await api.json()).toMatchObject({ registrationOpen: true })
})
