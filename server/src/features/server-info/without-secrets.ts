/** Parts of error messages and stacks that must not be logged. */
const HIDDEN: ReadonlyArray<readonly [RegExp, string]> = [
  // Queries and fragments of addresses hold searches, and secrets of links.
  [/[?#][^\s)"']*/g, ''],
  [/[^\s"'<>(),;:]+@[^\s"'<>(),;:]+/g, '[e-mail]'],
  [/[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, '[token]'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '[id]'],
  [/[\w+=-]{32,}/g, '[token]'],
  // A quotation this long is content, such as the start of a reply that could not be parsed.
  [/"[^"]{40,}"?/g, '"[text]"'],
]

/** Returns a text in one line, without addresses' queries, tokens, ids, e-mails and quoted content. */
export function withoutSecrets(text: string): string {
  const oneLine = text
    .trim()
    .replace(/\s*[\r\n]+\s*/g, ' | ')
    .replace(/\t/g, ' ')
  return HIDDEN.reduce((shown, [pattern, instead]) => shown.replace(pattern, instead), oneLine)
}
