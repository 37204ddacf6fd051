export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Returns the code of Node or PostgreSQL, such as `ENOENT`; of several addresses of a host, that of the first. */
export function codeOf(error: unknown): string | undefined {
  const one: unknown = error instanceof AggregateError ? error.errors[0] : error
  return one instanceof Error && 'code' in one && typeof one.code === 'string' ? one.code : undefined
}

/** Returns SQLite's extended result code. */
export function sqliteCodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined
}
