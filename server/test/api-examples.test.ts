import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { documentationPaths, exportRoutes, plantRoutes, type Plant } from '@greenhouse/contract'
import { documentOf, problemCatalogue, problemsOf, variables, withSamples } from '@greenhouse/contract/register'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { sourcesOf } from '../../scripts/imports.ts'
import { atEnd, forAllTests } from '../../testing/at-end.ts'
import { PASSWORD } from '../../testing/growers.ts'
import { startOpenMeteo } from '../../testing/open-meteo.ts'
import { namedRoutes, type NamedRoute } from '../src/features/api-docs/openapi.ts'
import { furnish, type Household } from './belongings.ts'
import { startSmtp } from './smtp.ts'
import { createWorld, portOf, type World } from './world.ts'

const run = promisify(execFile)

/** Statuses of examples that need something the test user does not have: a mail, a begun second step, or a role. */
const OUT_OF_REACH: Readonly<Record<string, number>> = {
  'newsletter.send': 403,
  'server.backups': 403,
  'recovery.reset': 404,
  'recovery.undoEmail': 404,
  'newsletter.unsubscribePage': 404,
  'newsletter.unsubscribeByLink': 404,
  'newsletter.confirmPage': 404,
  'newsletter.confirm': 404,
  'channel.confirmPage': 404,
  'channel.confirm': 404,
  'user.confirmEmailPage': 404,
  'user.confirmEmail': 404,
  'secondFactor.confirmTotp': 404,
  'secondFactor.removeTotp': 404,
  'secondFactor.addPasskey': 400,
  'secondStep.challenge': 401,
  'secondStep.complete': 401,
}
/** Fields that may be missing. */
const OPTIONAL = new Set(['species', 'resolution', 'start', 'newest', 'count', 'min', 'max'])
/** Examples about passkeys, for a user who has one. All others are for a user who signs in with a password alone. */
const WITH_PASSKEY = /\$PASSKEY_ID|NewRecoveryCodes/

test.each(namedRoutes)('$name is documented with examples that its schemas accept', ({ name, route }) => {
  const { does, params, query, body, reply } = documentOf(name)
  expect(does).toMatch(/^[A-Z].*\.$/)
  for (const [schema, example] of [
    [route.params, params],
    [route.query, query],
    [route.body, body],
    [route.reply, reply],
  ] as const) {
    expect([name, schema === undefined || schema.safeParse(withSamples(example)).success]).toEqual([name, true])
  }
  expect(problemsOf(route, documentOf(name)).length).toBeGreaterThan(0)
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
  const named = new Set(
    namedRoutes.flatMap(({ name, route }) => problemsOf(route, documentOf(name)).map(({ code }) => code)),
  )
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
  const expected = OUT_OF_REACH[named.name] ?? (documentOf(named.name).reply === undefined ? 204 : 200)
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
  const { userId, deviceId, deviceConditionId, plantConditionId, seriesId, boardId, brokerId, channelId, hubId } =
    own.has
  expect(set).toMatchObject({
    USER_ID: userId,
    DEVICE_ID: deviceId,
    SERIES_ID: seriesId,
    BOARD_ID: boardId,
    HUB_ID: hubId,
    BROKER_ID: brokerId,
    CHANNEL_ID: channelId,
    DEVICE_CONDITION_ID: deviceConditionId,
    // That on the silence of the device, with which it began.
    RULE_ID: expect.stringMatching(/^[0-9a-f-]{36}$/),
    PLANT_CONDITION_ID: plantConditionId,
    PLANT_ID: expect.stringMatching(/^[0-9a-f-]{36}$/),
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

async function removePasskeys(world: World, { has }: Household): Promise<void> {
  await world.app.context.db.deleteFrom('passkey').where('user_id', '=', has.userId).execute()
}

/** Returns the variables of the examples for this user, who has a live connection open until the test ends. */
async function valuesFor(world: World, { person, deviceToken, has }: Household): Promise<Record<string, string>> {
  const clientId = `client-of-${has.userId}`
  const live = new WebSocket(`ws://127.0.0.1:${portOf(world)}/ws?id=${clientId}`)
  atEnd(() => live.terminate())
  await once(live, 'open')
  const watered: Plant = (await person.call(plantRoutes.get, { query: { plantId: has.plantId } })).body
  return {
    EMAIL: has.email,
    PASSWORD,
    NEW_EMAIL: `new-${has.email}`,
    TOKEN: person.token,
    DEVICE_TOKEN: deviceToken,
    USER_ID: has.userId,
    DEVICE_ID: has.deviceId,
    PLANT_ID: has.plantId,
    BARE_PLANT_ID: has.barePlantId,
    PLANT_CONDITION_ID: has.plantConditionId,
    DEVICE_CONDITION_ID: has.deviceConditionId,
    RULE_ID: has.deviceConditionId,
    EPISODE_ID: has.episodeId,
    SESSION_ID: has.sessionId,
    PASSKEY_ID: has.passkeyId,
    SERIES_ID: has.seriesId,
    BOARD_ID: has.boardId,
    HUB_ID: has.hubId,
    BROKER_ID: has.brokerId,
    CHANNEL_ID: has.channelId,
    TICKET: (await person.call(exportRoutes.createTicket)).body.ticket,
    WATERED_AT: watered.lastWatered ?? '',
    CLIENT_ID: clientId,
    SIGN_IN_TICKET: 'none',
    LINK_TOKEN: 'none',
  }
}

async function send(command: string, env: Record<string, string>): Promise<{ status: number; body: string }> {
  const { stdout } = await run('sh', ['-c', `${command} -s -w '\\n%{http_code}'`], {
    env: { ...process.env, ...env },
  })
  const end = stdout.lastIndexOf('\n')
  return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) }
}

/** Returns the field names of a reply, or of its first element when it is a list; for other text that it is text. */
function shapeOf({ route }: NamedRoute, body: string): string[] {
  const answer: unknown = isText(route.reply) ? body : JSON.parse(body)
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
  const { reply } = documentOf(named.name)
  return shapeOf(named, isText(named.route.reply) ? String(reply) : JSON.stringify(reply))
}

function isText(reply: z.ZodMiniType): boolean {
  return (z.toJSONSchema(reply, { unrepresentable: 'any' }) as { type?: string }).type === 'string'
}
