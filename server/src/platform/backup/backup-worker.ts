import { parentPort, workerData } from 'node:worker_threads'
import { makeBackup, type BackupRequest } from './make-backup.ts'

// Copying, reading through, counting and packing hold up the thread that does them: this one has nothing else to do.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await makeBackup(workerData as BackupRequest))
