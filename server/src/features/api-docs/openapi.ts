import * as contract from '@greenhouse/contract'
import type { Route } from '@greenhouse/contract'
import { exampleOf, namedRoutes, problemsOf, withSamples, type NamedRoute } from '@greenhouse/contract/register'
import { jsonSchemaOf, type Json } from './json-schema.ts'

/** The security scheme of each access. */
const SCHEMES = { member: 'session', board: 'board', ticket: 'ticket', signed: 'link' } as const

const BYTES = { type: 'string', format: 'binary' }
const PROBLEM = { $ref: '#/components/schemas/Problem' }

/** The contract as OpenAPI 3.1, https://spec.openapis.org/oas/v3.1.1. Made from the routes; nothing is written twice. */
export function openApi(version: string): Json {
  const paths: Record<string, Json> = {}
  for (const named of namedRoutes) {
    const path = named.route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [named.route.method.toLowerCase()]: operation(named) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Greenhouse',
      version,
      description:
        'Sensors, plant care and alerts. Names of routes are the same in any case; times are ISO 8601 in UTC; errors are RFC 9457 problems.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(namedRoutes.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: jsonSchemaOf(contract.problem, 'output') },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of a login.' },
        board: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a device or a hub, shown when it is made. `Basic` takes it as user or password.',
        },
        ticket: { type: 'apiKey', in: 'query', name: 'ticket', description: 'A ticket that works once.' },
        link: { type: 'apiKey', in: 'query', name: 'sig', description: 'The signature of a link from another reply.' },
      },
    },
  }
}

function operation(named: NamedRoute): Json {
  const { name, group, route, entry } = named
  const { access, body, reply, params, query, contentType = 'application/json', raw = [] } = route
  const answer = entry.reply instanceof Uint8Array ? BYTES : jsonSchemaOf(reply, 'output')
  const isNothing = Object.keys(answer).length === 0 || reply === contract.nothing
  const example = withSamples(exampleOf(named))
  return {
    operationId: name,
    summary: entry.does,
    tags: [group],
    security: access === 'public' ? [] : [{ [SCHEMES[access]]: [] }],
    parameters: [...parametersOf(params, 'path', example.params), ...parametersOf(query, 'query', example.query)],
    ...(body
      ? {
          requestBody: {
            required: !body.safeParse(undefined).success,
            content: {
              [raw.includes('*') ? '*/*' : 'application/json']: {
                schema: jsonSchemaOf(body, 'input'),
                example: example.body,
              },
            },
          },
        }
      : {}),
    ...(route.upload ? { requestBody: { required: true, content: { '*/*': { schema: BYTES } } } } : {}),
    responses: {
      ...(isNothing
        ? { 204: { description: 'Done' } }
        : {
            200: {
              description: 'The reply',
              content: { [contentType]: { schema: answer, ...(answer === BYTES ? {} : { example: entry.reply }) } },
            },
          }),
      ...problemResponses(named),
    },
  }
}

/** One response for each status, which names the codes that come with it. */
function problemResponses(named: NamedRoute): Json {
  const byStatus = Map.groupBy(problemsOf(named), ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, problems]) => [
      status,
      {
        description: problems.map(({ code, cause }) => `${code}: ${cause}`).join(' '),
        content: { 'application/problem+json': { schema: PROBLEM } },
      },
    ]),
  )
}

function parametersOf(
  schema: Route['query'],
  place: 'path' | 'query',
  examples: Readonly<Record<string, string>> | undefined,
): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
    ...(examples?.[name] === undefined ? {} : { example: examples[name] }),
  }))
}
