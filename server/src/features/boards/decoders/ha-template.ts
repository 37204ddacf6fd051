import { fieldsOf } from './fields.ts'

/** How the value of an entity is taken out of a message; undefined for a template that is not understood. */
export interface ValueTemplate {
  /** Where it lies in the JSON of the message; undefined for the message itself. */
  readonly path?: readonly string[]
  /** Decimals to which it is rounded. */
  readonly decimals?: number
}

const TEMPLATE_MAX = 300
const PATH_MAX = 8
/** One step into the JSON: `.name`, `['name']`, `["name"]` or `[0]`. */
const STEP = /\.([A-Za-z_]\w*)|\[\s*(?:'([^'\]]*)'|"([^"\]]*)"|(\d{1,3}))\s*\]/y
const FILTER = /^(float|int|round|is_defined)\s*(?:\(\s*(-?\d{0,3})[^()]*\))?$/

/**
 * Returns what a template of Home Assistant takes out of a message. Understood are `value`, and `value_json` with names and
 * places, followed by `float`, `int`, `round` and `is_defined`; all else is a program, which is not run.
 */
export function valueTemplate(template: string | undefined): ValueTemplate | undefined {
  if (template === undefined) return {}
  if (template.length > TEMPLATE_MAX) return undefined
  const [source = '', ...filters] = outputOf(template.trim())
    .split('|')
    .map((part) => part.trim())
  const path = pathOf(source)
  if (!path) return undefined
  let rounding: { decimals?: number } = {}
  for (const filter of filters) {
    const [, name, places = ''] = FILTER.exec(filter) ?? []
    if (name === undefined) return undefined
    if (name === 'int') rounding = { decimals: 0 }
    if (name === 'round') rounding = { decimals: Math.min(Math.max(Number(places), 0), 9) || 0 }
  }
  return { ...(path !== 'value' && { path }), ...rounding }
}

/** What stands between `{{` and `}}`; nothing when there is anything beside it. A pattern would be slow on many spaces. */
function outputOf(template: string): string {
  if (!template.startsWith('{{') || !template.endsWith('}}')) return ''
  return template.slice(template[2] === '-' ? 3 : 2, template.at(-3) === '-' ? -3 : -2)
}

function pathOf(source: string): readonly string[] | 'value' | undefined {
  if (source === 'value') return 'value'
  if (!source.startsWith('value_json')) return undefined
  const path: string[] = []
  STEP.lastIndex = 'value_json'.length
  while (STEP.lastIndex < source.length) {
    const step = STEP.exec(source)
    const name = step?.slice(1).find((part) => part !== undefined)
    if (name === undefined || path.length === PATH_MAX) return undefined
    path.push(name)
  }
  return path.length === 0 ? undefined : path
}

/** Returns what a message says at a place; undefined when nothing is there. */
export function valueAt({ path, decimals }: ValueTemplate, message: { text: string; json: unknown }): unknown {
  const sent = path ? within(message.json, path) : message.text
  const value = typeof sent === 'string' ? sent.trim() : sent
  if (decimals === undefined || (typeof value !== 'number' && typeof value !== 'string') || value === '') return value
  const number = Number(value)
  if (!Number.isFinite(number) || Math.abs(number) > 1e9) return value
  return Math.round(number * 10 ** decimals) / 10 ** decimals
}

function within(json: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => {
    const fields = Array.isArray(found) ? found : fieldsOf(found)
    return fields && Object.hasOwn(fields, name) ? (fields as Record<string, unknown>)[name] : undefined
  }, json)
}
