interface TopicFamily {
  readonly label: string
  readonly topics: readonly string[]
}

/** With the default prefixes of boards. */
export const TOPIC_FAMILIES: readonly TopicFamily[] = [
  { label: 'Home Assistant discovery', topics: ['homeassistant/#'] },
  { label: 'Zigbee2MQTT', topics: ['zigbee2mqtt/#'] },
  { label: 'ESPHome', topics: ['esphome/discover/#', '+/sensor/+/state', '+/status'] },
  { label: 'Tasmota', topics: ['tele/#', 'tasmota/discovery/#'] },
  { label: 'Shelly', topics: ['shellies/#', '+/events/rpc', '+/status/#', '+/online'] },
  { label: 'Bluetooth gateways', topics: ['home/#'] },
  { label: 'Mi Flora', topics: ['miflora/#'] },
  { label: 'rtl_433', topics: ['rtl_433/#'] },
]

/** Splits topics into complete families, by label, and others, one on each line. */
export function toChosen(topics: readonly string[]): { families: readonly string[]; others: string } {
  const whole = TOPIC_FAMILIES.filter((family) => family.topics.every((topic) => topics.includes(topic)))
  const covered = new Set(whole.flatMap((family) => family.topics))
  return {
    families: whole.map(({ label }) => label),
    others: topics.filter((topic) => !covered.has(topic)).join('\n'),
  }
}

export function toTopics(families: readonly string[], others: string): string[] {
  const ofFamilies = TOPIC_FAMILIES.filter(({ label }) => families.includes(label)).flatMap(({ topics }) => topics)
  const typed = others.split('\n').map((line) => line.trim())
  return [...new Set([...ofFamilies, ...typed.filter((line) => line !== '')])]
}
