import { topic } from '@greenhouse/contract'

const OF_DEVICES = [topic.readingsOf(''), topic.seriesOf('')]

/** Returns the device id in a topic; undefined for other topics. */
export function deviceOf(name: string): string | undefined {
  const prefix = OF_DEVICES.find((one) => name.startsWith(one))
  return prefix === undefined ? undefined : name.slice(prefix.length)
}
