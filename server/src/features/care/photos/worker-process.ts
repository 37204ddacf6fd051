import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const HEAP_MAX_MB = 128
/** Nothing secret of the environment: a hostile file may take the process over. */
const ENVIRONMENT = ['PATH', 'SystemRoot', 'TMPDIR']

/** Starts a process, and waits for its first message. Throws when there is none within `ms`. It keeps no server running. */
export async function startWorker(file: URL, ms: number): Promise<ChildProcess> {
  const started = fork(file, {
    env: Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]])),
    execArgv: [`--max-old-space-size=${HEAP_MAX_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // A message that can't be sent is an event, which would end the server; the job itself ends by its time.
  started.on('error', () => {})
  try {
    await nextMessage(started, ms)
  } catch (error) {
    started.kill('SIGKILL')
    throw error
  }
  started.unref()
  started.channel?.unref()
  return started
}

/** Returns the next message of a process. Throws when it ends before, or is silent for `ms`. */
export async function nextMessage(child: ChildProcess, ms: number): Promise<unknown> {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(new Error(`no answer within ${ms} ms`)), ms)
  const ended = (code: number | null) => over.abort(new Error(`the process ended with ${code}`))
  child.once('exit', ended)
  try {
    const [message] = (await once(child, 'message', { signal: over.signal })) as [unknown]
    return message
  } catch (error) {
    throw over.signal.aborted ? over.signal.reason : error
  } finally {
    clearTimeout(timer)
    child.off('exit', ended)
  }
}
