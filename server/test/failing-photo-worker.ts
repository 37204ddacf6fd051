// A process in place of the one that encodes photos: the name of the file says how it fails.
process.on('message', (file: string) => {
  if (file === 'exit') process.exit(1)
  if (file !== 'hang') process.send?.({ photo: { large: Buffer.from(String(process.pid)) } })
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
