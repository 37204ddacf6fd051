/** Returns a metric of the server. A request restarts the measurement of the event loop. */
export async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  if (line === undefined) throw new Error(`The server has no metric ${name}`)
  return Number(line.slice(name.length))
}
