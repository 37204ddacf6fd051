import type { Route } from '@greenhouse/contract'
import { escape } from './escape.ts'
import { jsonSchemaOf } from './json-schema.ts'

interface Property {
  type?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  enum?: unknown[]
  anyOf?: Property[]
  items?: Property
  properties?: Record<string, Property>
  required?: string[]
}

/** Returns the fields of a schema as a table in HTML; '' for nothing. */
export function fieldsOf(title: string, schema: Route['body'], io: 'input' | 'output' = 'input'): string {
  if (!schema) return ''
  const described = jsonSchemaOf(schema, io) as Property
  const objects = [described, described.items, ...(described.anyOf ?? [])]
  const fields = objects.find((candidate) => candidate?.properties)
  if (!fields?.properties) return described.type === undefined ? '' : `<p>${title}: ${escape(wordsOf(described))}</p>`
  const rows = Object.entries(fields.properties).map(
    ([name, property]) =>
      `<tr><th scope="row"><code>${escape(name)}</code></th><td>${escape(wordsOf(property))}</td><td>${fields.required?.includes(name) ? '' : 'optional'}</td></tr>`,
  )
  return `<table><caption>${title}${described.items ? ', a list of' : ''}</caption><tbody>${rows.join('')}</tbody></table>`
}

/** `string, 1 to 100 characters`, `number from -90 to 90`, `one of celsius, darktheme`. */
function wordsOf(property: Property): string {
  const { type, format, minLength, maxLength, minimum, maximum, enum: choices, anyOf, items } = property
  if (choices) return `one of ${choices.join(', ')}`
  if (anyOf) return [...new Set(anyOf.map(wordsOf))].join(' or ')
  if (items) return items.type === undefined || items.properties ? 'a list' : `a list of ${wordsOf(items)}`
  const parts = [(format && FORMATS[format]) ?? format ?? type ?? 'any value']
  if (minLength !== undefined || maxLength !== undefined)
    parts.push(`${minLength ?? 0} to ${maxLength ?? '∞'} characters`)
  if (isBound(minimum) || isBound(maximum))
    parts.push(`${isBound(minimum) ? minimum : '−∞'} to ${isBound(maximum) ? maximum : '∞'}`)
  return parts.join(', ')
}

const FORMATS: Readonly<Record<string, string>> = { uuid: 'UUID', 'date-time': 'ISO 8601 time' }

/** Integers are bounded by what a number can hold; that says nothing to a reader. */
function isBound(value: number | undefined): value is number {
  return value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER
}
