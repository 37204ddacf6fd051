const WITHIN_MS = 3000
const BYTES_MAX = 256 * 1024

export async function fetchJson(url: URL): Promise<unknown> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(WITHIN_MS),
    headers: { accept: 'application/json' },
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`${url.host} answered ${response.status}`)
  }
  return JSON.parse(await textOf(response, url.host))
}

async function textOf({ body }: Response, host: string): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body ?? []) {
    bytes += piece.length
    if (bytes > BYTES_MAX) throw new Error(`${host} answered with more than ${BYTES_MAX} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
