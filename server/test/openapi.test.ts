import { documentationPaths, plantRoutes } from '@greenhouse/contract'
import { namedRoutes, problemsOf, type NamedRoute } from '@greenhouse/contract/register'
import { expect, test } from 'vitest'
import { createWorld } from './world.ts'

interface Operation {
  operationId: string
  summary: string
  parameters: Array<{ name: string; in: string; required: boolean; schema: object }>
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, { maxLength?: number }> } }> }
  responses: Record<string, object>
  security: object[]
}

test('every route of the contract is described, with its limits and who may call it', async () => {
  const { request } = await createWorld()
  const { status, body } = await request('GET', documentationPaths.openapi)
  expect([status, body.openapi]).toEqual([200, '3.1.0'])
  for (const named of namedRoutes) {
    const { name, route, entry } = named
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    const operation: Operation = body.paths[path]?.[route.method.toLowerCase()]
    expect(operation?.operationId).toBe(name)
    expect(operation.security).toHaveLength(route.access === 'public' ? 0 : 1)
    expect(operation.summary).toBe(entry.does)
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(statusesOf(named)))
    for (const [, placeholder] of path.matchAll(/\{(\w+)\}/g)) {
      expect(operation.parameters).toContainEqual(
        expect.objectContaining({ name: placeholder, in: 'path', required: true }),
      )
    }
  }
  const create: Operation = body.paths[plantRoutes.create.path].post
  expect(create.requestBody?.content['application/json']?.schema.properties?.['plantName']?.maxLength).toBe(100)
  // Every reference has a target.
  for (const [, name = ''] of JSON.stringify(body).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    expect(body.components.schemas).toHaveProperty(name)
  }
  const ids = namedRoutes.map(({ name }) => name)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the page lists every route and holds nothing that the security policy forbids', async () => {
  const { request } = await createWorld()
  const { status, headers, body } = await request('GET', documentationPaths.page)
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  for (const { name, route } of namedRoutes) {
    expect(body).toContain(`id="${name}"`)
    expect(body).toContain(route.path)
  }
  expect(body).not.toMatch(/<script|<style| style=| on\w+=|https?:\/\/(?!localhost)/)
  expect((await request('GET', documentationPaths.styles)).headers['content-type']).toBe('text/css; charset=utf-8')
})

test('the commands of the page use the address of the reader, and never a hostile host name', async () => {
  const { app } = await createWorld({ allowedHosts: ['greenhouse.example.org'] })
  const pageFor = async (host: string) =>
    (await app.http.fastify.inject({ url: documentationPaths.page, headers: { host } })).body
  expect(await pageFor('greenhouse.example.org:8443')).toContain(
    'http://greenhouse.example.org:8443/api/Plant/CreatePlant',
  )
  expect(await pageFor('$(reboot)"><script>')).not.toContain('reboot')
})

function statusesOf(named: NamedRoute): string[] {
  return problemsOf(named).map(({ status }) => String(status))
}
