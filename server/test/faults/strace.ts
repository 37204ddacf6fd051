import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './real-server.ts'
import { join } from 'node:path'

/** Why calls to the system cannot be made to fail here; undefined when they can. */
export function whyNoStrace(): string | undefined {
  if (process.platform !== 'linux') return 'strace, which makes calls to the system fail, is for Linux alone'
  const tried = spawnSync('strace', ['-f', '-o', '/dev/null', '-e', 'trace=fsync', 'true'])
  if (tried.error) return 'strace is not installed (apt-get install strace)'
  return tried.status === 0 ? undefined : 'strace may not trace processes here'
}

/** The command that runs another and does something to its calls; `rule` as for strace's `-e inject=`. */
export function injecting(rule: string): string[] {
  return ['strace', '-f', '--seccomp-bpf', '-qq', '-o', '/dev/null', ...traced(rule)]
}

/** Does something to the calls of a running process, until it is told to stop. */
export async function inject(pid: number, rule: string): Promise<() => Promise<void>> {
  const said = join(temporaryFolder(), 'strace')
  const child = spawn('strace', ['-f', '-p', `${pid}`, '-o', said, ...traced(rule)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'close')
  const stop = async () => {
    child.kill('SIGINT')
    await ended
  }
  onTestFinished(stop)
  // It says "Process … attached" when it has hold of it.
  await once(child.stderr, 'data')
  return stop
}

function traced(rule: string): string[] {
  const calls = rule.slice(0, rule.indexOf(':'))
  return ['-e', `trace=${calls}`, '-e', `inject=${rule}`]
}
