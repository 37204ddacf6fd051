import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { documentationPaths, exportRoutes, plantRoutes, type Plant } from '@greenhouse/contract'
import {
  exampleOf,
  namedRoutes,
  problemCatalogue,
  problemsOf,
  variables,
  withSamples,
  type NamedRoute,
} from '@greenhouse/contract/register'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { sourcesOf } from '../../scripts/imports.ts'
import { atEnd, forAllTests } from '../../testing/at-end.ts'
import { PASSWORD } from '../../testing/growers.ts'
import { startOpenMeteo } from '../../testing/open-meteo.ts'
import { emptyFolder } from './data-folder.ts'
import { TINY_PHOTO } from './photos.ts'
import { furnish, type Owner } from './belongings.ts'
import { OUT_OF_REACH, resolve, valueOfVariable } from './inputs.ts'
import { startSmtp } from './smtp.ts'
import { createWorld, portOf, type World } from './world.ts'

const run = promisify(execFile)

/** Fields that may be missing. */
const OPTIONAL = new Set(['species', 'resolution', 'start', 'newest', 'count', 'min', 'max'])
/** Examples about passkeys, for a user who has one. All others are for a user with a password only. */
const WITH_PASSKEY = /\$PASSKEY_ID|NewRecoveryCodes/

test.each(namedRoutes)('$name is documented with examples that its schemas accept', (named) => {
  const { name, route, entry } = named
  const { params, query, body } = exampleOf(named)
  expect(entry.does).toMatch(/^[A-Z].*\.$/)
  for (const [schema, example] of [
    [route.params, params],
    [route.query, query ?? {}],
    [route.body, body],
    [route.reply, entry.reply],
  ] as const) {
    expect([name, schema === undefined || schema.safeParse(withSamples(example)).success]).toEqual([name, true])
  }
  expect(problemsOf(named).length).toBeGreaterThan(0)
})

test('every problem that features reply with is in the catalogue, with its status, and names a route', () => {
  const source = sourcesOf('server/src')
    .filter(({ file }) => !file.includes('.test.') && !file.includes('api-docs/'))
    .map(({ text }) => text)
    .join('\n')
  const features = sourcesOf('server/src/features')
    .filter(({ file }) => !file.includes('.test.') && !file.includes('api-docs/'))
    .map(({ text }) => text)
    .join('\n')
  const thrown = (text: string) =>
    [...text.matchAll(/new ProblemError\(\s*(\d+),\s*'([^']+)'/g)].map(([, status, code]) => `${status} ${code}`)
  const sought = [...features.matchAll(/found\([^\n]*, '([a-z ]+)'\)/g)].map(
    ([, what = '']) => `404 ${what.replaceAll(' ', '-')}.not-found`,
  )
  const listed = Object.entries(problemCatalogue).map(([code, [status]]) => `${status} ${code}`)
  // user.not-found is only thrown when the account was deleted during the request.
  const wanted = [...thrown(features), ...sought].filter((problem) => problem !== '404 user.not-found')
  expect(wanted.filter((problem) => !listed.includes(problem))).toEqual([])
  expect(listed.filter((problem) => ![...thrown(source), ...sought].includes(problem))).toEqual([])
  const named = new Set(namedRoutes.flatMap((one) => problemsOf(one).map(({ code }) => code)))
  expect(Object.keys(problemCatalogue).filter((code) => !named.has(code as never))).toEqual([])
})

/** A listening world, its page, and a user for the commands that change nothing. All others have a user each. */
const shared = forAllTests(async () => {
  const world = await listeningWorld()
  const reader = await furnish(world, 'Reader')
  await removePasskeys(world, reader)
  return { world, reader, page: await pageOf(world) }
})

test.each(namedRoutes)('the command of $name does what it says when it is copied into a shell', async (named) => {
  const { world, reader, page } = shared()
  const command = commandOf(page, named.name)
  const own = named.route.method === 'GET' ? reader : await furnish(world, `Writer${namedRoutes.indexOf(named)}`)
  if (!WITH_PASSKEY.test(command)) await removePasskeys(world, own)
  const { status, body } = await send(command, await valuesFor(world, own))
  const expected = OUT_OF_REACH[named.name] ?? (named.entry.reply === undefined ? 204 : 200)
  expect([status, status === expected ? '' : body]).toEqual([expected, ''])
  expect(expected === 200 ? missingIn(named, body) : []).toEqual([])
})

test('the first commands of the page set the variables of a person who has one of everything', async () => {
  const { world, page } = shared()
  const own = await furnish(world, 'Beginner')
  await removePasskeys(world, own)
  const commands = unescaped(/<pre id="variables">([^<]*)</.exec(page)?.[1] ?? '')
    .replace(/^EMAIL=.*$/m, `EMAIL='${own.has.email}'`)
    .replace(/^PASSWORD=.*$/m, `PASSWORD='${PASSWORD}'`)
  const names = variables.filter(({ from }) => from).map(({ name }) => name)
  const { stdout } = await run('sh', [
    '-c',
    `${commands}\n${names.map((name) => `echo "${name}=$${name}"`).join('\n')}`,
  ])
  const set = Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split('=') as [string, string]),
  )
  const owned = names.map((name) => [name, resolve(valueOfVariable(name), { own: own.has })])
  expect(set).toMatchObject({
    ...Object.fromEntries(owned),
    TOKEN: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    // The account began with a rule on silence.
    RULE_ID: expect.stringMatching(/^[0-9a-f-]{36}$/),
    PLANT_ID: expect.stringMatching(/^[0-9a-f-]{36}$/),
    PLANT_CODE: expect.stringMatching(/^[0-9A-Z]{8}$/),
    SESSION_ID: expect.stringMatching(/^[0-9a-f-]{36}$/),
    TICKET: expect.stringMatching(/^[\w-]{43}$/),
    EPISODE_ID: expect.stringMatching(/^[0-9a-f-]{36}$/),
    PASSKEY_ID: '',
  })
})

async function listeningWorld(): Promise<World> {
  const weather = await startOpenMeteo()
  atEnd(() => weather.close())
  const { smtpUrl } = await startSmtp()
  const addresses = { weatherUrl: weather.url, geocodingUrl: weather.url, smtpUrl }
  const world = await createWorld({ ...addresses, exampleBroadcast: true, allowedHosts: ['127.0.0.1'] })
  await world.app.listen()
  return world
}

async function pageOf(world: World): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${portOf(world)}${documentationPaths.page}`)
  return response.text()
}

function commandOf(page: string, name: string): string {
  const article = page.slice(page.indexOf(`<article id="${name}">`))
  return unescaped(/<pre class="request">([^<]*)</.exec(article)?.[1] ?? '')
}

function unescaped(html: string): string {
  return html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}

async function removePasskeys(world: World, { has }: Owner): Promise<void> {
  await world.app.context.db.deleteFrom('passkey').where('user_id', '=', has.userId).execute()
}

/** Returns the variables of the examples for this user, who has a live connection open until the test ends. */
async function valuesFor(world: World, { person, has }: Owner): Promise<Record<string, string>> {
  const clientId = `client-of-${has.userId}`
  const live = new WebSocket(`ws://127.0.0.1:${portOf(world)}/ws?id=${clientId}`)
  atEnd(() => live.terminate())
  await once(live, 'open')
  const watered: Plant = (await person.call(plantRoutes.get, { query: { plantId: has.plantId } })).body
  const own: Readonly<Record<string, string>> = {
    TOKEN: person.token,
    NEW_EMAIL: `new-${has.email}`,
    TICKET: (await person.call(exportRoutes.createTicket)).body.ticket,
    WATERED_AT: watered.lastWatered ?? '',
    CLIENT_ID: clientId,
    PHOTO: photoFile(),
  }
  return Object.fromEntries(
    variables.map(({ name }) => [name, own[name] ?? resolve(valueOfVariable(name), { own: has })]),
  )
}

function photoFile(): string {
  const file = join(emptyFolder(), 'photo.jpg')
  writeFileSync(file, TINY_PHOTO)
  return file
}

async function send(command: string, env: Record<string, string>): Promise<{ status: number; body: string }> {
  const { stdout } = await run('sh', ['-c', `${command} -s -w '\\n%{http_code}'`], {
    env: { ...process.env, ...env },
  })
  const end = stdout.lastIndexOf('\n')
  return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) }
}

/** Returns the field names of a reply, or of its first element when it is a list; for other text that it is text. */
function shapeOf({ route, entry }: NamedRoute, body: string): string[] {
  const answer: unknown = isText(route.reply) || isBytes(entry) ? body : JSON.parse(body)
  const one: unknown = Array.isArray(answer) ? answer[0] : answer
  return typeof one === 'object' && one !== null ? Object.keys(one).toSorted() : [typeof one]
}

/** Returns the fields that only the example of a route or only its reply has. Optional ones may be missing. */
function missingIn(named: NamedRoute, body: string): unknown[] {
  const [real, example] = [shapeOf(named, body), shapeOfExample(named)]
  const known = new Set(example)
  const unknown = real.filter((name) => !known.has(name))
  const absent = example.filter((name) => !real.includes(name) && !OPTIONAL.has(name))
  return unknown.length + absent.length === 0 ? [] : [[named.name, { unknown, absent }]]
}

function shapeOfExample(named: NamedRoute): string[] {
  const { reply } = named.entry
  return shapeOf(named, isText(named.route.reply) || isBytes(named.entry) ? String(reply) : JSON.stringify(reply))
}

function isBytes({ reply }: NamedRoute['entry']): boolean {
  return reply instanceof Uint8Array
}

function isText(reply: z.ZodMiniType): boolean {
  return (z.toJSONSchema(reply, { unrepresentable: 'any' }) as { type?: string }).type === 'string'
}
