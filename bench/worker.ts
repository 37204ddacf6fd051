import { fork } from 'node:child_process'
import { join } from 'node:path'

/** Runs a file of this folder in a process of its own and answers the one message it sends. */
export function runWorker<Outcome>(file: string, task: object): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const worker = fork(join(import.meta.dirname, file), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    worker.once('message', (outcome) => resolve(outcome as Outcome))
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it answered`)))
    worker.send(task)
  })
}

/** In a worker: does the task that is sent and sends what came of it. */
export function serveWorker(work: (task: unknown) => Promise<object>): void {
  process.once('message', (task: unknown) => {
    void work(task).then((outcome) => process.send?.(outcome, () => process.exit(0)))
  })
}
