import { documentationPaths } from '@greenhouse/contract'
import { namedRoutes, problemsOf, variables, type NamedRoute } from '@greenhouse/contract/register'
import { curlOf, variableCommands } from './curl.ts'
import { escape } from './escape.ts'
import { fieldsOf } from './fields.ts'

/** A page that a person reads to learn the API, without scripts and without anything from elsewhere. */
export function apiDocs(): string {
  const groups = Map.groupBy(namedRoutes, ({ group }) => group)
  const navigation = [...groups.keys()].map((group) => `<li><a href="#${group}">${titleOf(group)}</a></li>`).join('')
  const sections = [...groups].map(([group, routes]) => sectionOf(group, routes)).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>API · Greenhouse Application</title>
<link rel="stylesheet" href="${documentationPaths.styles}">
</head>
<body>
<main>
<h1>The API of Greenhouse</h1>
<p>This is what the web app and devices speak. Send the token of a session, or of a device, in the header <code>authorization</code>, bare or after <code>Bearer</code>. Bodies are JSON, names of routes are the same in any case, and times are ISO 8601 in UTC.</p>
<p>A request that fails gets a problem (RFC 9457): <code>status</code>, <code>title</code> for people, and <code>type</code>, which ends in one of the codes below. With <code>429</code> and <code>503</code> comes <code>Retry-After</code>, in seconds. The same for programs: <a href="${documentationPaths.openapi}">openapi.json</a>.</p>
<nav aria-label="Groups"><ul>${navigation}</ul></nav>
${preparation()}
${sections}
</main>
</body>
</html>
`
}

/** How a reader sets the variables with which every example can be copied into a shell. */
function preparation(): string {
  const rows = variables.map(
    ({ name, meaning }) => `<tr><th scope="row"><code>$${name}</code></th><td>${escape(meaning)}</td></tr>`,
  )
  return `<section id="examples"><h2>Try the examples</h2>
<p>Each example is a command for a shell. Write your email and password into the first lines, and copy these commands once: they set the variables of the examples to things of yours. Mind that the examples really change and delete what they name.</p>
<pre id="variables">${escape(variableCommands())}</pre>
<details><summary>What the variables stand for</summary><table><tbody>${rows.join('')}</tbody></table></details>
</section>`
}

function sectionOf(group: string, routes: readonly NamedRoute[]): string {
  return `<section id="${group}"><h2>${titleOf(group)}</h2>${routes.map(routeOf).join('')}</section>`
}

/** `secondFactor` as `Second factor`. */
function titleOf(group: string): string {
  const words = group.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const WHO = {
  public: 'anybody',
  member: 'a signed-in person',
  board: 'a device, or a hub',
  ticket: 'whoever has a ticket',
  signed: 'whoever has the link',
}

function routeOf(named: NamedRoute): string {
  const { name, route, entry } = named
  const { method, path, access, params, query, body, reply } = route
  return `<article id="${name}">
<h3><code><b>${method}</b> ${escape(path)}</code></h3>
<p>${marked(entry.does)}</p>
<p class="who">For ${WHO[access]}.</p>
${fieldsOf('Path', params)}${fieldsOf('Query', query)}${fieldsOf('Body', body)}
<pre class="request">${escape(curlOf(named))}</pre>
${replyOf(entry.reply)}
<details><summary>Fields and problems</summary>
${fieldsOf('Reply', reply, 'output')}
${problemTable(named)}
</details>
</article>`
}

function replyOf(reply: unknown): string {
  if (reply === undefined) return '<p>The reply is empty: 204.</p>'
  if (reply instanceof Uint8Array) return '<p>The reply is the bytes of a file.</p>'
  const text = typeof reply === 'string' ? reply : JSON.stringify(reply, null, 2)
  return `<pre class="reply">${escape(text)}</pre>`
}

function problemTable(named: NamedRoute): string {
  const rows = problemsOf(named).map(
    ({ status, code, cause }) =>
      `<tr><th scope="row">${status} <code>${code}</code></th><td>${marked(cause)}</td></tr>`,
  )
  return `<table><caption>Problems</caption><tbody>${rows.join('')}</tbody></table>`
}

/** Text in which words between backticks are code. */
function marked(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}
