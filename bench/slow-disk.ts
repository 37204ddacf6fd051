import { spawnSync } from 'node:child_process'

/** Returns the command under which each flush of a server takes so many milliseconds longer; undefined without strace. */
export function withSlowerFlush(milliseconds: number): readonly string[] | undefined {
  const calls = 'fsync,fdatasync'
  // Only the flushes stop for strace: seccomp lets all other calls pass.
  const command = ['strace', '-f', '--seccomp-bpf', '-qq', '-o', '/dev/null']
  const rule = ['-e', `trace=${calls}`, '-e', `inject=${calls}:delay_enter=${milliseconds * 1000}`]
  const { status } = spawnSync('strace', [...command.slice(1), ...rule, 'true'])
  return status === 0 ? [...command, ...rule] : undefined
}
