/** Downloads a text as a file. */
export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  follow(address, name)
  // The browser has started to copy it by then; until it is revoked it uses memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Lets the browser download an address of this server straight to its disk. The server names the file. */
export function downloadFrom(address: string): void {
  follow(address, '')
}

function follow(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  // With it a reply other than a file is a failed download; without it, it would replace the page.
  link.download = name
  link.click()
}
