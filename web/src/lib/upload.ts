import { useSyncExternalStore } from 'react'

const shares = new WeakMap<Blob, number>()
const listeners = new Set<() => void>()

/** Sends a file like `fetch`, which can't report how much of it has left. */
export function upload(url: string, file: Blob, { method = 'POST', headers, signal }: RequestInit): Promise<Response> {
  const request = new XMLHttpRequest()
  request.open(method, url)
  new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value))
  request.upload.addEventListener('progress', ({ loaded, total }) => report(file, loaded / total))
  return new Promise<Response>((resolve, reject) => {
    request.addEventListener('load', () => resolve(responseOf(request)))
    request.addEventListener('error', () => reject(new TypeError('The file could not be sent')))
    signal?.addEventListener('abort', () => {
      request.abort()
      reject(signal.reason)
    })
    request.send(file)
  })
}

/** Returns how much of a file has left this browser, from 0 to 1. */
export function useSentShare(file: Blob | undefined): number {
  return useSyncExternalStore(onProgress, () => (file && shares.get(file)) ?? 0)
}

function onProgress(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function report(file: Blob, share: number): void {
  shares.set(file, share)
  for (const listener of listeners) listener()
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const hasBody = request.status !== 204 && request.status !== 304
  return new Response(hasBody ? request.responseText : null, { status: request.status, headers })
}
