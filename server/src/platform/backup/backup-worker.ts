import { parentPort, workerData } from 'node:worker_threads'
import { makeBackup, type BackupRequest } from './make-backup.ts'

// Copying, checking, counting and packing block the thread, so a backup is made in a thread of its own.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await makeBackup(workerData as BackupRequest))
