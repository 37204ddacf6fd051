import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { join } from 'node:path'
import { emptyDiskFolder } from '../data-folder.ts'

/** Returns why strace can't inject faults on this machine; undefined when it can. */
export function whyNoStrace(): string | undefined {
  if (process.platform !== 'linux') return 'strace, which makes calls to the system fail, is for Linux alone'
  const tried = spawnSync('strace', ['-f', '-o', '/dev/null', '-e', 'trace=fsync', 'true'])
  if (tried.error) return 'strace is not installed (apt-get install strace)'
  return tried.status === 0 ? undefined : 'strace may not trace processes here'
}

/**
 * Returns the command that runs another one and injects faults into its system calls; `rule` as for strace's `-e
 * inject=`.
 */
export function injecting(rule: string): string[] {
  // It stops the program at the traced calls only, but strace 6.1 sends no signal then.
  const quick = rule.includes(':signal=') ? [] : ['--seccomp-bpf']
  return ['strace', '-f', ...quick, '-qq', '-o', '/dev/null', ...traced(rule)]
}

/** Injects faults into the system calls of a running process, until the returned function is called. */
export async function inject(pid: number, rule: string): Promise<() => Promise<void>> {
  const said = join(emptyDiskFolder(), 'strace')
  const child = spawn('strace', ['-f', '-p', `${pid}`, '-o', said, ...traced(rule)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'close')
  const stop = async () => {
    child.kill('SIGINT')
    await ended
  }
  onTestFinished(stop)
  // strace prints "Process … attached" once it traces the process.
  await once(child.stderr, 'data')
  return stop
}

function traced(rule: string): string[] {
  const calls = rule.slice(0, rule.indexOf(':'))
  return ['-e', `trace=${calls}`, '-e', `inject=${rule}`]
}
