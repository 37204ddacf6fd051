import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SettingReader } from '../platform/config/setting-reader.ts'
import { openLog } from '../platform/log.ts'
import { moveToPostgres } from './move-to-postgres.ts'

const HELP = `Moves an installation from SQLite to PostgreSQL. The server must be stopped.

  DATABASE_URL_FILE=/etc/greenhouse/secrets/database-url npm run migrate-to-postgres -- --from ./data

The file has the address of an empty database, postgres://user:password@host/database; DATABASE_URL may have it instead.

  --to <address>    the address, when there is no password in it: others on this machine see what a command was called with
  --partitions 16   for a cluster with NATS; without it, for one process
  --work <folder>   where a folder with a copy of the database is made; beside the data folder when it is left out.
                    It needs twice as much free space as greenhouse.db has

The data in the folder stay as they are; a server on them is refused from then on unless it is given DATABASE_URL. A move that was broken off goes on when the same command is given again.`

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    partitions: { type: 'string', default: '1' },
    work: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
// Files created from here on are readable by this user only.
process.umask(0o077)
process.exitCode = await main()

/** Returns the exit code: 0, 1 when the move failed, 2 when it was not understood. */
async function main(): Promise<number> {
  const { from, help } = values
  const settings = new SettingReader(process.env)
  const to = values.to ?? settings.get('DATABASE_URL')
  const partitions = Number(values.partitions)
  if (settings.wrong.length > 0) {
    console.error(settings.wrong.join('\n'))
    return 2
  }
  if (help || from === undefined || to === undefined || !/^postgres(?:ql)?:\/\//.test(to)) {
    console.log(HELP)
    return help ? 0 : 2
  }
  if (!Number.isInteger(partitions) || partitions < 1 || partitions > 256) {
    console.error('--partitions is a whole number from 1 to 256.')
    return 2
  }
  const folder = absolute(from)
  const work = values.work === undefined ? dirname(folder) : absolute(values.work)
  try {
    await moveToPostgres({ from: folder, to, partitions, work, log: openLog('warn'), print: console.log })
  } catch (error) {
    console.error((error as Error).message)
    return 1
  }
  console.log(
    partitions === 1
      ? `Done. Start the server with DATABASE_URL, and with the same DATA_DIR: its secrets stay there.`
      : `Done. Start the processes of the cluster with DATABASE_URL, NATS_URL and PARTITIONS=${partitions}, and with SECRET: the text of the file session-secret in ${folder}.`,
  )
  return 0
}

/** npm starts the command in the project's folder; INIT_CWD is the folder that a relative path refers to. */
function absolute(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? '', path)
}
