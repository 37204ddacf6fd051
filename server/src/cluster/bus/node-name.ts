import { subjectOf, type Bus } from '../../platform/bus/bus.ts'

/**
 * Warns in the logs of both when another process that runs has the name of this one: their messages, figures and connected
 * devices can't be told apart. Leases can.
 */
export async function warnOfSameName(bus: Bus, log: { warn(line: object): void }): Promise<void> {
  const subject = subjectOf('node', bus.nodeId)
  const warn = () =>
    log.warn({
      event: 'node.same-name',
      nodeId: bus.nodeId,
      advice: 'Another process runs with this NODE_ID. Give each a name of its own.',
    })
  // First, so that two that start at once find each other.
  await bus.answer(subject, async () => {
    warn()
    return 'here'
  })
  if ((await bus.request(subject, {})) !== undefined) warn()
}
