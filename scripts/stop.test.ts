import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** Starts a command like npm, in a shell that forwards no signal, and waits for its output. */
async function start(command: string, words: string) {
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-stop-'))
  const shell = spawn('sh', ['-c', `node scripts/greenhouse.mjs ${command}; exit $?`], {
    cwd: join(import.meta.dirname, '..'),
    detached: true,
    env: {
      ...process.env,
      PATH: `${join(process.execPath, '..')}:${process.env['PATH']}`,
      npm_lifecycle_event: command,
      TMPDIR: folder,
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      MQTT_PORT: '0',
      BALLAST_MB: '0',
      LOG_LEVEL: 'silent',
    },
  })
  const shellId = shell.pid ?? 0
  let said = ''
  await new Promise<void>((resolve) => {
    for (const stream of [shell.stdout, shell.stderr])
      stream.on('data', (text: Buffer) => {
        said += text.toString()
        if (said.includes(words)) resolve()
      })
  })
  const started = descendantsOf(shellId)
  onTestFinished(() => {
    for (const id of started.filter(isRunning)) process.kill(id, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    shellId,
    started,
    ended: once(shell, 'exit'),
    temporaryFolders: () => readdirSync(folder).filter((name) => name.startsWith('greenhouse-demo-')),
  }
}

/** Returns the ids of all descendants of a process. */
function descendantsOf(id: number): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
  const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const children = processes.flatMap(([pid = 0, parent]) => (parent === id ? [pid] : []))
  return children.flatMap((child) => [child, ...descendantsOf(child)])
}

function isRunning(id: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(id)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}

test.each([
  ['demo', 'the shell of npm', 'SIGTERM'],
  ['demo', 'a terminal', 'SIGINT'],
  ['demo', 'a terminal', 'SIGHUP'],
  ['start', 'the shell of npm', 'SIGTERM'],
] as const)(
  'npm run %s, ended by %s with %s, leaves no process and no folder behind',
  async (command, where, signal) => {
    const words = command === 'demo' ? 'Writing a year' : 'Greenhouse is running'
    const { shellId, started, ended, temporaryFolders } = await start(command, words)
    expect(started.length).toBeGreaterThanOrEqual(2)
    // A terminal sends its signals to every process of the group.
    process.kill(where === 'a terminal' ? -shellId : shellId, signal)
    await ended
    await expect.poll(() => started.filter(isRunning)).toEqual([])
    expect(temporaryFolders()).toEqual([])
  },
)
