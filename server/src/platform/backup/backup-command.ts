import { resolve } from 'node:path'
import { readConfig, WrongConfiguration } from '../config/config.ts'
import { makeBackup } from './make-backup.ts'
import { inWords } from '../free-space.ts'
import { VERSION } from '../version.ts'

const HELP = `Makes one file of the database and the secrets, also while the server runs.

  npm run backup -- <folder>

The folder is made when it is missing. The file gets its name when it is whole and has been read
through. It holds people's names, addresses and readings: keep it as private as the server itself,
and on another machine.`

process.umask(0o077)
const [folder] = process.argv.slice(2)
if (folder === undefined || folder.startsWith('-')) {
  console.log(HELP)
  process.exit(folder === undefined ? 2 : 0)
}
try {
  const { dataDir, databaseUrl } = readConfig(process.env)
  // npm starts us in the project's folder; people mean the one that they are in.
  const target = resolve(process.env['INIT_CWD'] ?? '', folder)
  const { file, bytes, counts } = await makeBackup({
    dataDir,
    databaseUrl,
    folder: target,
    now: Date.now(),
    version: VERSION,
  })
  console.log(`Backed up to ${file} (${inWords(bytes)}): ${said(counts)}.`)
  console.log(`It has been read through. To go back to it: stop the server, then npm run restore -- ${file}`)
} catch (error) {
  console.error(error instanceof WrongConfiguration ? error.lines.join('\n') : (error as Error).message)
  process.exitCode = 1
}

function said({ user = 0, device = 0, plant = 0, reading = 0 }: Record<string, number>): string {
  return `${user} accounts, ${device} devices, ${plant} plants, ${reading} readings`
}
