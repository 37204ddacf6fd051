/** A line of a calendar: its name, parameters and value. */
interface Property {
  readonly name: string
  readonly parameters: Readonly<Record<string, string>>
  readonly value: string
}

export interface Component {
  readonly name: string
  readonly properties: readonly Property[]
  readonly components: readonly Component[]
}

const LINE = /^([A-Z0-9-]+)((?:;[A-Z0-9-]+=(?:"[^"]*"|[^";:,]*))*):(.*)$/s

/** Reads a calendar by RFC 5545 and throws at the first thing that it does not allow. Knows nothing of how ours are written. */
export function parseICalendar(text: string): Component {
  if (!text.endsWith('\r\n')) throw new Error('The last line has no end.')
  const physical = text.slice(0, -2).split('\r\n')
  for (const line of physical) {
    if (/[\r\n]/.test(line)) throw new Error(`A line break without its other half: ${line}`)
    if (Buffer.byteLength(line) > 75) throw new Error(`More than 75 octets: ${line}`)
    if (Buffer.from(line).toString() !== line || line.includes('\uFFFD')) throw new Error(`Not UTF-8: ${line}`)
  }
  const lines = physical
    .join('\n')
    .replaceAll(/\n[ \t]/g, '')
    .split('\n')
  const root: Component = { name: 'root', properties: [], components: [] }
  const open = [root]
  for (const line of lines) read(line, open)
  if (open.length > 1) throw new Error(`${open.at(-1)?.name} is never closed.`)
  if (root.components.length !== 1 || root.properties.length > 0) throw new Error('More than one calendar.')
  return root.components[0] as Component
}

function read(line: string, open: Component[]): void {
  const [, name, parameters = '', value] = LINE.exec(line) ?? []
  const inside = open.at(-1)
  if (name === undefined || value === undefined || !inside) throw new Error(`Not a property: ${line}`)
  if (name === 'BEGIN') {
    const component = { name: value, properties: [], components: [] }
    ;(inside.components as Component[]).push(component)
    open.push(component)
  } else if (name === 'END') {
    if (inside.name !== value || open.length === 1) throw new Error(`${inside.name} is closed as ${value}.`)
    open.pop()
  } else {
    const given = parameters
      .split(';')
      .slice(1)
      .map((one) => one.split('=') as [string, string])
    ;(inside.properties as Property[]).push({ name, parameters: Object.fromEntries(given), value })
  }
}

/** Returns the only value of a property; undefined without one. Throws when there are several. */
export function valueOf({ properties }: Component, name: string): string | undefined {
  const found = properties.filter((property) => property.name === name)
  if (found.length > 1) throw new Error(`${name} is given ${found.length} times.`)
  return found[0]?.value
}

/** Returns a value of type TEXT. Throws for a sign that must be escaped. */
export function textOf(component: Component, name: string): string | undefined {
  const value = valueOf(component, name)
  if (value === undefined) return undefined
  if (!/^(?:[^\\;,\p{Cc}]|\\[\\;,nN])*$/u.test(value)) throw new Error(`Not a text: ${value}`)
  return value.replaceAll(/\\(.)/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign))
}
