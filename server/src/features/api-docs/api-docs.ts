import { documentationPaths, type Route } from '@greenhouse/contract'
import * as z from 'zod/mini'
import { namedRoutes, type NamedRoute } from './openapi.ts'

/** A page that a person reads to learn the API, without scripts and without anything from elsewhere. */
export function apiDocs(): string {
  const groups = Map.groupBy(namedRoutes, ({ group }) => group)
  const navigation = [...groups.keys()].map((group) => `<li><a href="#${group}">${group}</a></li>`).join('')
  const sections = [...groups].map(([group, routes]) => sectionOf(group, routes)).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>API · Greenhouse Application</title>
<link rel="stylesheet" href="${documentationPaths.styles}">
</head>
<body>
<main>
<h1>The API of Greenhouse</h1>
<p>What the web app and devices speak. Send the token of a login, or of a device, in <code>authorization</code>, bare or after <code>Bearer</code>. Times are ISO 8601 in UTC. Errors are <code>application/problem+json</code> with a title for people and, for a field at fault, its messages. The same for machines: <a href="${documentationPaths.openapi}">openapi.json</a>.</p>
<nav aria-label="Groups"><ul>${navigation}</ul></nav>
${sections}
</main>
</body>
</html>
`
}

function sectionOf(group: string, routes: readonly NamedRoute[]): string {
  return `<section id="${group}"><h2>${group}</h2>${routes.map(routeOf).join('')}</section>`
}

const WHO = { public: 'anybody', member: 'a signed-in person', device: 'a device', ticket: 'whoever has a ticket' }

function routeOf({ name, route }: NamedRoute): string {
  const { method, path, access, params, query, body, reply } = route
  return `<article id="${name}">
<h3><code><b>${method}</b> ${escape(path)}</code></h3>
<p>For ${WHO[access]}.</p>
${fieldsOf('Path', params)}${fieldsOf('Query', query)}${fieldsOf('Body', body)}${fieldsOf('Answer', reply, 'output')}
<pre>${escape(exampleOf(route))}</pre>
</article>`
}

interface Property {
  type?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  enum?: unknown[]
  anyOf?: Property[]
}

function fieldsOf(title: string, schema: Route['body'], io: 'input' | 'output' = 'input'): string {
  if (!schema) return ''
  const described = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as {
    type?: string
    properties?: Record<string, Property>
    items?: { properties?: Record<string, Property> }
    required?: string[]
  }
  const properties = described.properties ?? described.items?.properties
  if (!properties) return described.type === undefined ? '' : `<p>${title}: ${escape(wordsOf(described))}</p>`
  const rows = Object.entries(properties).map(
    ([name, property]) =>
      `<tr><th scope="row"><code>${escape(name)}</code></th><td>${escape(wordsOf(property))}</td><td>${described.required?.includes(name) || described.items ? '' : 'optional'}</td></tr>`,
  )
  return `<table><caption>${title}${described.items ? ', a list of' : ''}</caption><tbody>${rows.join('')}</tbody></table>`
}

/** `string, 1 to 100 characters`, `number from -90 to 90`, `one of celsius, darktheme`. */
function wordsOf({ type, format, minLength, maxLength, minimum, maximum, enum: choices, anyOf }: Property): string {
  if (choices) return `one of ${choices.join(', ')}`
  if (anyOf) return anyOf.map(wordsOf).join(' or ')
  const parts = [format ?? type ?? 'anything']
  if (minLength !== undefined || maxLength !== undefined)
    parts.push(`${minLength ?? 0} to ${maxLength ?? '∞'} characters`)
  if (isBound(minimum) || isBound(maximum))
    parts.push(`${isBound(minimum) ? minimum : '−∞'} to ${isBound(maximum) ? maximum : '∞'}`)
  return parts.join(', ')
}

/** Integers are bounded by what a number can hold; that says nothing to a reader. */
function isBound(value: number | undefined): value is number {
  return value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER
}

function exampleOf({ method, path, access, query, body }: Route): string {
  const address = `http://127.0.0.1:8080${path}${query ? '?…' : ''}`
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${address}'`,
    access === 'public' || access === 'ticket'
      ? ''
      : ` -H "authorization: $${access === 'member' ? 'TOKEN' : 'DEVICE_TOKEN'}"`,
    body ? ` -H 'content-type: application/json' -d '{…}'` : '',
  ].join('')
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

export const DOCS_STYLE = `:root { color-scheme: light dark; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#f6f8f4, #101612); color: light-dark(#1b2a1f, #e6ece4); }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
a { color: light-dark(#1f6a35, #7ecb8c); }
nav ul { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; padding: 0; list-style: none; }
h2 { margin-top: 3rem; text-transform: capitalize; }
article { margin: 1rem 0; padding: 1rem; border: 1px solid light-dark(#d5ded2, #2c382f); border-radius: 10px; background: light-dark(#fdfefc, #18201a); }
h3 { margin: 0; font-size: 1rem; font-weight: 400; overflow-wrap: anywhere; }
p { margin: 0.4rem 0; }
table { border-collapse: collapse; margin: 0.5rem 0; font-size: 0.9rem; }
caption { text-align: start; font-weight: 600; }
td, th { padding: 0.15rem 1rem 0.15rem 0; text-align: start; vertical-align: top; font-weight: 400; }
pre { margin: 0.5rem 0 0; padding: 0.6rem; overflow-x: auto; border-radius: 6px; background: light-dark(#eaefe7, #0c110d); font-size: 0.85rem; white-space: pre-wrap; overflow-wrap: anywhere; }
`
