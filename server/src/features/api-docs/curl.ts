import { addressOf } from '@greenhouse/contract'
import { exampleOf, namedRoutes, VARIABLE, variables, type NamedRoute } from '@greenhouse/contract/register'

/** Where the server is, until it is known by which name the reader has reached it. */
export const ORIGIN = 'http://127.0.0.1:8080'

/** Returns a command for a POSIX shell that sends the example of a route. */
export function curlOf(named: NamedRoute, options = ''): string {
  const { route } = named
  const { params, query, body } = exampleOf(named)
  // Variables are left as they are: the shell puts their values into the address.
  const address = addressOf(route, { ...(params ? { params } : {}), ...(query ? { query } : {}) })
    .replaceAll('%24', '$')
    .replaceAll('%3A', ':')
  return [
    `curl${options}${route.method === 'GET' ? '' : ` -X ${route.method}`} "${ORIGIN}${address}"`,
    ...authorizationOf(route),
    ...bodyOf(route, body),
  ].join(' \\\n  ')
}

/** Returns commands that set the variables of the examples, as far as a request returns them. */
export function variableCommands(): string {
  const lines = variables.flatMap(({ name, from, sample }) => {
    if (from) {
      const named = namedRoutes.find((route) => route.name === from.route)
      return named ? [`${name}=$(${curlOf(named, ' -s')} | first ${from.field})`] : []
    }
    return TYPED.has(name) ? [`${name}=${quoted(sample)}`] : []
  })
  return [`first() { grep -o "\\"$1\\":\\"[^\\"]*" | head -n 1 | cut -d '"' -f 4; }`, ...lines].join('\n')
}

/** Variables that the reader writes into the commands. */
const TYPED = new Set(['EMAIL', 'PASSWORD', 'PHOTO'])

function authorizationOf({ access }: NamedRoute['route']): string[] {
  if (access !== 'member' && access !== 'board') return []
  return [`-H "authorization: $${access === 'member' ? 'TOKEN' : 'DEVICE_TOKEN'}"`]
}

/** A text is sent as it is by a route that takes the bytes of any type. */
function bodyOf({ raw = [], upload }: NamedRoute['route'], body: unknown): string[] {
  if (upload) return [`--data-binary "@$PHOTO"`]
  if (body === undefined) return []
  if (typeof body === 'string' && raw.includes('*')) return [`-H 'content-type: text/plain'`, `-d ${quoted(body)}`]
  return [`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]
}

/** A text as one word of a shell, with the values of its variables. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`).replace(VARIABLE, (variable) => `'"${variable}"'`)}'`
}
