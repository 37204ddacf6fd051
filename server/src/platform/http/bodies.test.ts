import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { acceptBodies } from './bodies.ts'

test.each([
  ['__proto__', '{"email":"ann@example.org","__proto__":{"role":"admin"}}'],
  ['constructor', '{"email":"ann@example.org","constructor":{"prototype":{"role":"admin"}}}'],
])('removes the key %s of a JSON body, which reaches into prototypes', async (_key, payload) => {
  const app = fastify()
  onTestFinished(() => app.close())
  acceptBodies(app)
  app.post('/', ({ body }) => Object.keys(body as object))
  const headers = { 'content-type': 'application/json' }
  expect((await app.inject({ method: 'POST', url: '/', payload, headers })).json()).toEqual(['email'])
})
