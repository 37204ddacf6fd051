import type { BoardIdentity, BoardReport, Decoder } from '../board-report.ts'
import { externalIdOf, fieldsOf, namedBy } from './fields.ts'
import { valuesOf } from './values.ts'

const BOARDS_MAX = 100

/**
 * Decodes miflora-mqtt-daemon: `miflora/<name>`, and `miflora/$announce` with the names and addresses of all its
 * boards.
 * @see https://github.com/ThomDietrich/miflora-mqtt-daemon
 */
export const decodeMiflora: Decoder = (message) => {
  const [base, name, ...deeper] = message.topic.split('/')
  if (base !== 'miflora' || name === undefined || deeper.length > 0) return undefined
  const fields = fieldsOf(message.json)
  if (!fields) return []
  if (name === '$announce') return announcedIn(fields)
  const externalId = externalIdOf(name)
  if (externalId === undefined || name.startsWith('$')) return []
  const values = valuesOf(fields, message.work, { skips: (field, depth) => depth === 1 && field === 'timestamp' })
  return [{ board: { family: 'miflora', externalId }, readings: [{ values }] }]
}

export function mifloraBoardOf(topic: string): BoardIdentity | undefined {
  const externalId = externalIdOf(/^miflora\/([^/$][^/]*)$/.exec(topic)?.[1])
  return externalId === undefined ? undefined : { family: 'miflora', externalId }
}

function announcedIn(fields: Readonly<Record<string, unknown>>): BoardReport[] {
  const reports: BoardReport[] = []
  for (const [key, sent] of Object.entries(fields).slice(0, BOARDS_MAX)) {
    const externalId = externalIdOf(key)
    const board = fieldsOf(sent)
    if (externalId === undefined || !board) continue
    const named = namedBy({ name: board['name_pretty'], model: 'Mi Flora', firmware: board['firmware'] })
    reports.push({ board: { family: 'miflora', externalId, ...named }, readings: [] })
  }
  return reports
}
