import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findNatsServer, NATS_FOLDER, OLDEST_NATS } from '../testing/find-nats.mjs'

/** Releases of Debian that have it, in the order in which they are asked. */
const RELEASES = ['forky', 'sid']
/**
 * Fetches NATS where it is missing or too old and can be fetched. The tests of the log and of the messages between processes
 * are left out elsewhere, which is said.
 */
export function ensureNats() {
  if (findNatsServer() !== undefined) return
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) fetchFromDebian()
  if (findNatsServer() !== undefined) return
  console.log(`There is no nats-server ${OLDEST_NATS.join('.')} or newer: the tests of several processes are left out.`)
}

/** Unpacks the package of a newer Debian into a folder of this checkout, since its system would be the wrong one to change. */
function fetchFromDebian() {
  console.log('Fetching nats-server from a newer release of Debian: tests replicate the log of readings with it.')
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-nats-'))
  try {
    for (const release of RELEASES) {
      if (fetchFrom(release, folder)) return
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function fetchFrom(release, folder) {
  const list = join(folder, 'sources.list')
  writeFileSync(list, `deb ${placeOfDebian()} ${release} main\n`)
  for (const name of ['lists', 'archives']) mkdirSync(join(folder, name, 'partial'), { recursive: true })
  const settings = {
    'Dir::Etc::SourceList': list,
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::State::Lists': join(folder, 'lists'),
    'Dir::Cache': folder,
    'APT::Sandbox::User': 'root',
    // A mirror may not answer at once.
    'Acquire::Retries': '5',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  const apt = (...command) =>
    spawnSync('apt-get', ['-qq', ...options, ...command], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (apt('update').status !== 0 || apt('download', 'nats-server').status !== 0) return false
  const file = readdirSync(folder).find((name) => name.endsWith('.deb'))
  if (file === undefined) return false
  rmSync(NATS_FOLDER, { recursive: true, force: true })
  return spawnSync('dpkg', ['-x', join(folder, file), NATS_FOLDER], { stdio: 'inherit' }).status === 0
}

/** The mirror that this machine uses. */
function placeOfDebian() {
  const fields = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages', 'Origin: Debian']
  const { stdout } = spawnSync('apt-get', fields, { encoding: 'utf8' })
  return stdout.split('\n').find((address) => /\/debian\/?$/.test(address)) ?? ''
}
