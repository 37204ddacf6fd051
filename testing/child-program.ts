import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the path of a program, even in root's path; undefined when it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin', '/usr/local/bin']
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
}

/** A third-party program that ends with the tests. */
export interface ChildProgram {
  readonly pid: number
  isOver(): boolean
  /** Its output until now. */
  output(): string
  /** Does nothing once it has ended. */
  signal(name: NodeJS.Signals): void
  end(name: NodeJS.Signals): Promise<void>
}

const KEPT = 20_000

/** Prefix of a command that ends it with this process, even after a kill; empty without setpriv (util-linux). */
export const ENDS_WITH_US: readonly string[] =
  findProgram('setpriv') === undefined ? [] : ['setpriv', '--pdeathsig', 'KILL', '--']

/** Starts a program in its own process group, so that Ctrl+C does not reach it before the processes that need it. */
export function startProgram(command: readonly string[], options: SpawnOptions = {}): ChildProgram {
  const [first = '', ...rest] = [...ENDS_WITH_US, ...command]
  const child: ChildProcess = spawn(first, rest, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const keep = (text: string) => void (output = (output + text).slice(-KEPT))
  child.stdout?.setEncoding('utf8').on('data', keep)
  child.stderr?.setEncoding('utf8').on('data', keep)
  child.on('error', ({ message }) => keep(message))
  const isOver = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  const signal = (name: NodeJS.Signals) => {
    if (!isOver()) child.kill(name)
  }
  // Programs left by an interrupted run would keep ports and files.
  const endWithUs = () => signal('SIGKILL')
  process.on('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  return {
    pid: child.pid ?? 0,
    isOver,
    output: () => output,
    signal,
    async end(name) {
      if (isOver()) return
      const ended = once(child, 'exit')
      signal(name)
      await ended
    },
  }
}
