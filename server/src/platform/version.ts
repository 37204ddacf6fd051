import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const manifest = join(import.meta.dirname, '../../../package.json')

/** Of the program, as package.json says. */
export const VERSION = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
