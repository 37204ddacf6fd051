import type { DecodingWork } from '../decoding-work.ts'

export type Fields = Readonly<Record<string, unknown>>

export const FIELDS_MAX = 1000
const TEXT_MAX = 100
const EXTERNAL_ID_MAX = 200

const PLAIN = /^[!-~]+(?: [!-~]+)*$/

export function fieldsOf(sent: unknown): Fields | undefined {
  return typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? (sent as Fields) : undefined
}

export function fieldNames(fields: Fields, work: DecodingWork, max = FIELDS_MAX): readonly string[] {
  const all = Object.keys(fields)
  const names = all.length > max ? all.slice(0, max) : all
  work.fields += names.length
  return names
}

export function objectIn(fields: Fields | undefined, name: string): Fields | undefined {
  return fields && Object.hasOwn(fields, name) ? fieldsOf(fields[name]) : undefined
}

export function listIn(fields: Fields | undefined, name: string): readonly unknown[] {
  const sent = fields && Object.hasOwn(fields, name) ? fields[name] : undefined
  return Array.isArray(sent) ? sent : []
}

/** Returns one line without control characters and lone surrogates, cut to `max`; undefined when nothing is left. */
export function textOf(sent: unknown, max = TEXT_MAX): string | undefined {
  if (typeof sent === 'number') return Number.isFinite(sent) ? String(sent) : undefined
  if (typeof sent !== 'string') return undefined
  if (sent.length <= max && PLAIN.test(sent)) return sent
  const line = sent.slice(0, 4 * max).replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
  // Cut between characters, not between the halves of one.
  const text = line
    .trim()
    .slice(0, max)
    .replace(/\p{Cs}$/u, '')
    .trim()
  return text === '' ? undefined : text
}

export function externalIdOf(sent: unknown): string | undefined {
  return textOf(sent, EXTERNAL_ID_MAX)
}

/** Returns those of name, model and firmware that are texts, to be spread into an identity. */
export function namedBy(sent: { readonly name?: unknown; readonly model?: unknown; readonly firmware?: unknown }): {
  name?: string
  model?: string
  firmware?: string
} {
  const [name, model, firmware] = [textOf(sent.name), textOf(sent.model), textOf(sent.firmware)]
  return {
    ...(name !== undefined && { name }),
    ...(model !== undefined && { model }),
    ...(firmware !== undefined && { firmware }),
  }
}
