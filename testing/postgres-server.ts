import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startProgram, type ChildProgram } from './child-program.ts'
import { freePorts } from './free-ports.ts'
import { PATIENT } from './test-run.ts'

const VERSIONS = '/usr/lib/postgresql'

/** `fast` ends transactions first, `immediate` is like a power failure. */
const STOPS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/** A PostgreSQL of its own on a temporary folder. */
export interface PostgresServer {
  /** `postgres://postgres@127.0.0.1:5432/postgres` */
  readonly url: string
  readonly pid: number
  createDatabase(name: string): Promise<string>
  dropDatabase(name: string): Promise<void>
  signal(name: NodeJS.Signals): void
  stop(how: keyof typeof STOPS): Promise<void>
  /** Suspends all its processes. */
  pause(): void
  resume(): void
  /** Kills all of its processes. */
  crash(): Promise<void>
  /** Restarts it on the same folder and port, and waits until it accepts connections. */
  start(): Promise<void>
  close(): Promise<void>
}

interface Options {
  /** Whether a commit waits for the disk: only benches and power failures need it. */
  readonly fsync?: boolean
  readonly connections?: number
}

/** Returns the folder of the newest installed version; undefined without one. */
export function findPostgres(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined
  return readdirSync(VERSIONS)
    .filter((version) => existsSync(join(VERSIONS, version, 'bin/initdb')))
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(VERSIONS, version, 'bin'))[0]
}

/** Makes an empty PostgreSQL on a free port of this machine, and waits until it takes connections. */
export async function startPostgres({ fsync = false, connections = 300 }: Options = {}): Promise<PostgresServer> {
  const programs = findPostgres()
  if (programs === undefined) throw new Error('PostgreSQL is not installed')
  const user = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const [port = 0] = await freePorts(1)
  const data = join(folder, 'data')
  const run = (program: string, args: readonly string[]) => {
    const { status, stderr } = spawnSync(join(programs, program), args, { ...user, cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
  }
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'])
  // Shared memory in the data folder is removed with it, even after a kill.
  const settings = [
    `fsync=${fsync ? 'on' : 'off'}`,
    'dynamic_shared_memory_type=mmap',
    `max_connections=${connections}`,
    'listen_addresses=127.0.0.1',
  ]
  const args = ['-D', data, '-p', String(port), '-k', folder, ...settings.flatMap((one) => ['-c', one])]
  const where = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
  const isReady = () => spawnSync(join(programs, 'pg_isready'), ['-q', ...where]).status === 0
  const begin = async (): Promise<ChildProgram> => {
    const program = startProgram([join(programs, 'postgres'), ...args], { ...user, cwd: folder })
    const until = performance.now() + PATIENT.timeout
    while (!isReady()) {
      if (program.isOver() || performance.now() > until) {
        await program.end('SIGQUIT')
        throw new Error(`PostgreSQL did not start: ${program.output()}`)
      }
      await wait(50)
    }
    return program
  }
  let program = await begin()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    get pid() {
      return program.pid
    },
    async createDatabase(name) {
      run('createdb', [...where, name])
      return `postgres://postgres@127.0.0.1:${port}/${name}`
    },
    dropDatabase: async (name) => run('dropdb', [...where, '--if-exists', '--force', name]),
    signal: (name) => program.signal(name),
    stop: (how) => program.end(STOPS[how]),
    pause: () => signalAll(program.pid, 'SIGSTOP'),
    resume: () => signalAll(program.pid, 'SIGCONT'),
    crash: () => killAll(program),
    async start() {
      if (program.isOver()) program = await begin()
    },
    async close() {
      // A paused process takes no other signal.
      signalAll(program.pid, 'SIGCONT')
      await program.end('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the rows of the last statement, without column names. */
export function runPsql(databaseUrl: string, statements: string): string {
  const program = join(findPostgres() ?? '', 'psql')
  const args = ['-qAtX', '-v', 'ON_ERROR_STOP=1', '-d', databaseUrl]
  const { status, stdout, stderr } = spawnSync(program, args, {
    input: statements,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`PostgreSQL refused: ${stderr}`)
  return stdout
}

/** PostgreSQL refuses to run as root: the owner that Debian made for it, or nobody. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const home = '/var/lib/postgresql'
  if (!existsSync(home)) return { uid: 65_534, gid: 65_534 }
  const { uid, gid } = statSync(home)
  return { uid, gid }
}

/** Kills the postmaster with all its processes, which it can't restart meanwhile. */
async function killAll(postmaster: ChildProgram): Promise<void> {
  postmaster.signal('SIGSTOP')
  const all = withChildren(postmaster.pid)
  const ended = postmaster.end('SIGKILL')
  for (const pid of all) signalOne(pid, 'SIGKILL')
  await ended
}

/** Signals the postmaster first, so that it starts no further process. */
function signalAll(postmaster: number, name: NodeJS.Signals): void {
  signalOne(postmaster, name)
  for (const pid of withChildren(postmaster)) signalOne(pid, name)
}

function signalOne(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

function withChildren(parent: number): number[] {
  const children = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === parent)
  return [parent, ...children.map(Number)]
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}
