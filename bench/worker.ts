import { fork } from 'node:child_process'
import { join } from 'node:path'

const LIMIT_MS = 60_000

/** Runs a file of this folder in its own process and returns its one message, by default within a minute. */
export function runWorker<Outcome>(file: string, task: object, withinMs = LIMIT_MS): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const worker = fork(join(import.meta.dirname, file), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const limit = setTimeout(() => {
      worker.kill('SIGKILL')
      reject(new Error(`${file} was not done after ${withinMs / 1000} s`))
    }, withinMs)
    let outcome: Outcome | undefined
    worker.once('message', (message) => {
      outcome = message as Outcome
    })
    worker.once('error', reject)
    // The processors must be free for the next one.
    worker.once('exit', (code) => {
      clearTimeout(limit)
      if (outcome === undefined) reject(new Error(`${file} ended with ${code} before it answered`))
      else resolve(outcome)
    })
    worker.send(task)
  })
}

/** In a worker: runs the received task and sends its result. */
export function serveWorker(work: (task: unknown) => Promise<object>): void {
  process.once('message', (task: unknown) => {
    void work(task).then((outcome) => process.send?.(outcome, () => process.exit(0)))
  })
}
