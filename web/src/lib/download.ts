/** Downloads a text as a file. */
export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has started to copy it by then; until it is revoked it uses memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
