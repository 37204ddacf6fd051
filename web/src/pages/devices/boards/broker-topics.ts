/** A family of boards and the topics that its boards publish under. */
interface TopicFamily {
  readonly label: string
  readonly topics: readonly string[]
}

/** With the prefixes that boards have unless somebody changed them. */
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

/** What of topics is a whole family, by its label, and what else there is, one a line. */
export function toChosen(topics: readonly string[]): { families: readonly string[]; others: string } {
  const whole = TOPIC_FAMILIES.filter((family) => family.topics.every((topic) => topics.includes(topic)))
  const covered = new Set(whole.flatMap((family) => family.topics))
  return {
    families: whole.map(({ label }) => label),
    others: topics.filter((topic) => !covered.has(topic)).join('\n'),
  }
}

/** The topics of families and those that were typed, each once. */
export function toTopics(families: readonly string[], others: string): string[] {
  const ofFamilies = TOPIC_FAMILIES.filter(({ label }) => families.includes(label)).flatMap(({ topics }) => topics)
  const typed = others.split('\n').map((line) => line.trim())
  return [...new Set([...ofFamilies, ...typed.filter((line) => line !== '')])]
}
