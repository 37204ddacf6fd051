import { spawnSync } from 'node:child_process'

/** Returns a command prefix that slows each flush by `ms`; undefined without strace. */
export function withSlowerFlush(milliseconds: number): readonly string[] | undefined {
  const calls = 'fsync,fdatasync'
  // seccomp stops only the flushes for strace.
  const command = ['strace', '-f', '--seccomp-bpf', '-qq', '-o', '/dev/null']
  const rule = ['-e', `trace=${calls}`, '-e', `inject=${calls}:delay_enter=${milliseconds * 1000}`]
  const { status } = spawnSync('strace', [...command.slice(1), ...rule, 'true'])
  return status === 0 ? [...command, ...rule] : undefined
}
