const FIELDS_MAX = 500
const FIELD_MAX = 500

const [AMPERSAND, EQUALS, PERCENT, PLUS] = ['&', '=', '%', '+'].map((letter) => letter.charCodeAt(0))

export type FormFields = ReadonlyArray<readonly [name: string, value: string]>

/** Reads a form or a query. Omits fields that are too long or wrongly encoded. */
export function formFields(text: string): FormFields {
  const fields: Array<readonly [string, string]> = []
  let start = text.startsWith('?') ? 1 : 0
  let equals = -1
  let isEncoded = false
  for (let at = start; at <= text.length && fields.length < FIELDS_MAX; at++) {
    const code = text.charCodeAt(at)
    if (code === EQUALS && equals < 0) equals = at
    else if (code === PERCENT || code === PLUS) isEncoded = true
    else if (code === AMPERSAND || at === text.length) {
      if (equals > start && at - start <= FIELD_MAX)
        addField(fields, text.slice(start, equals), text.slice(equals + 1, at), isEncoded)
      start = at + 1
      equals = -1
      isEncoded = false
    }
  }
  return fields
}

export function formField(fields: FormFields, name: string): string | undefined {
  return fields.find(([one]) => one === name)?.[1]
}

function addField(
  fields: Array<readonly [string, string]>,
  sentName: string,
  sentValue: string,
  isEncoded: boolean,
): void {
  const name = isEncoded ? decoded(sentName) : sentName
  const value = isEncoded ? decoded(sentValue) : sentValue
  if (name !== undefined && value !== undefined) fields.push([name, value])
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
