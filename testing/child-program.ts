import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the path of a program, also where only root looks for it; undefined when it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin', '/usr/local/bin']
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
}

/** A program that others wrote, which runs beside the tests and ends with them. */
export interface ChildProgram {
  readonly pid: number
  isOver(): boolean
  /** What it wrote until now. */
  output(): string
  /** Sends a signal; does nothing once it has ended. */
  signal(name: NodeJS.Signals): void
  /** Sends a signal and waits until the program has ended. */
  end(name: NodeJS.Signals): Promise<void>
}

const KEPT = 20_000

/**
 * What is put before a command so that it ends with us, however we end: whoever runs the tests may kill this process. Empty
 * where the program of util-linux is missing, as on other systems than Linux.
 */
export const ENDS_WITH_US: readonly string[] =
  findProgram('setpriv') === undefined ? [] : ['setpriv', '--pdeathsig', 'KILL', '--']

/** Starts a program in a process group of its own, so that Ctrl+C does not reach it before those that need it. */
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
  // What is left when a run ends early would keep ports and files, also where nothing else ends it with us.
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
