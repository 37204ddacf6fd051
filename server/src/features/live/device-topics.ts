import { topic } from '@greenhouse/contract'

/** What the names of the topics of a device begin with. */
const OF_DEVICES = [topic.readingsOf(''), topic.seriesOf('')]

/** Returns the id of the device whose topic it is; undefined for another topic. */
export function deviceOf(name: string): string | undefined {
  const prefix = OF_DEVICES.find((one) => name.startsWith(one))
  return prefix === undefined ? undefined : name.slice(prefix.length)
}
