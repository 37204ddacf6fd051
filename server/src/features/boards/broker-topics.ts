/** Returns why a text is no MQTT topic filter, as a sentence. */
export function topicFault(filter: string): string | undefined {
  const levels = filter.split('/')
  const isWrong = levels.some(
    (level, index) =>
      (level.includes('+') && level !== '+') || (level.includes('#') && (level !== '#' || index < levels.length - 1)),
  )
  if (isWrong) return `“${filter}” is no topic: + stands for one level, and # ends a topic`
  // Other members of a shared subscription would take messages away.
  if (filter.startsWith('$share/')) return `“${filter}” is no topic: shared subscriptions are not supported`
  return undefined
}
