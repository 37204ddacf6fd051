import { topic } from '@greenhouse/contract'

const OF_DEVICES = [topic.readingsOf(''), topic.seriesOf('')]

export function deviceOf(name: string): string | undefined {
  const prefix = OF_DEVICES.find((one) => name.startsWith(one))
  return prefix === undefined ? undefined : name.slice(prefix.length)
}
