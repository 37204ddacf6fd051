export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  follow(address, name)
  // The download has started by then. Revoking frees the memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Downloads from the server straight to disk. The server names the file. */
export function downloadFrom(address: string): void {
  follow(address, '')
}

function follow(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  // With this attribute a reply other than a file fails the download instead of replacing the page.
  link.download = name
  link.click()
}
