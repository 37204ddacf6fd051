import type { QueuedAct } from './queued-act.ts'

/** Keeps acts over a reload, in the order in which they were done. */
export interface QueueStore {
  list(userId: string): Promise<QueuedAct[]>
  put(act: QueuedAct): Promise<void>
  remove(key: string): Promise<void>
  /** Removes the acts of other people, or of all. */
  removeAllBut(userId: string | undefined): Promise<void>
}

const DATABASE = 'greenhouse-queue'
const ACTS = 'acts'

/** Opens the database of this browser. Private windows and old browsers keep acts in memory, while the page is open. */
export function openQueueStore(factory: IDBFactory | undefined = globalThis.indexedDB): QueueStore {
  const opened = openDatabase(factory).then(overDatabase, memoryStore)
  return {
    list: async (userId) => (await opened).list(userId),
    put: async (act) => (await opened).put(act),
    remove: async (key) => (await opened).remove(key),
    removeAllBut: async (userId) => (await opened).removeAllBut(userId),
  }
}

export function memoryStore(): QueueStore {
  const acts = new Map<string, QueuedAct>()
  return {
    list: async (userId) => ownOf([...acts.values()], userId),
    put: async (act) => void acts.set(act.key, act),
    remove: async (key) => void acts.delete(key),
    removeAllBut: async (userId) => {
      for (const act of acts.values()) if (act.userId !== userId) acts.delete(act.key)
    },
  }
}

function overDatabase(database: IDBDatabase): QueueStore {
  const all = () => run<QueuedAct[]>(database, 'readonly', (acts) => acts.getAll())
  const remove = async (key: string) => void (await run(database, 'readwrite', (acts) => acts.delete(key)))
  return {
    list: async (userId) => ownOf(await all(), userId),
    put: async (act) => void (await run(database, 'readwrite', (acts) => acts.put(act))),
    remove,
    removeAllBut: async (userId) => {
      for (const act of await all()) if (act.userId !== userId) await remove(act.key)
    },
  }
}

function ownOf(acts: readonly QueuedAct[], userId: string): QueuedAct[] {
  return acts.filter((act) => act.userId === userId).toSorted((one, other) => one.order - other.order)
}

function openDatabase(factory: IDBFactory | undefined): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    if (!factory) return reject(new Error('This browser has no database'))
    const request = factory.open(DATABASE, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(ACTS, { keyPath: 'key' }))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The database could not be opened')))
  })
}

/** Resolves once the change is on the disk. */
function run<T>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  ask: (acts: IDBObjectStore) => { readonly result: unknown },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(ACTS, mode)
    const request = ask(transaction.objectStore(ACTS))
    // Only this file writes rows.
    transaction.addEventListener('complete', () => resolve(request.result as T))
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The database refused a change')))
  })
}
