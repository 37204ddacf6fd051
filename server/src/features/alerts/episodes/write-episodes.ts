import { setImmediate as breathe } from 'node:timers/promises'
import { isMissing, type Alert, type Samples, type Transition } from '@greenhouse/contract'
import {
  closedBy,
  metricOfEpisode,
  type Closing,
  type EpisodeChange,
  type Extreme,
  type StoredEpisode,
} from './episode.ts'
import { deleteEpisodes } from './episode-removal-store.ts'
import { closeEpisode, listOpenOfRules } from './episode-store.ts'
import { episodeOfRule, openEpisodes } from './open-episodes.ts'
import { worseOf } from './worst-value.ts'
import type { Tx } from '../../../platform/db/schema.ts'
import { CLOSED_PER_MINUTE, type AlertBudget, type AlertMinute } from './alert-budget.ts'
import { insertAlert, updateAlertText } from '../alert-store.ts'
import { manyText } from './alert-text.ts'
import type { NotificationQueue } from './notification-queue.ts'
import { findNotifiedRules, ruleOnDevice, type NotifiedRule } from './notified-rule-store.ts'

export interface EpisodeWriting {
  readonly budget: AlertBudget
  readonly notifications: NotificationQueue
  readonly newId: () => string
  readonly now: () => number
}

/** How the state of a rule changed, in order. */
export interface ChangedRule {
  readonly ruleId: string
  readonly deviceKey: number
  readonly transitions: ReadonlyArray<Omit<Transition, 'value'> & { readonly value: number | null }>
  /** The values among which the transitions are, to find the worst of an episode that is over at once. */
  readonly samples?: Samples | undefined
  /** The worst value of the episode that the first transition closes. */
  readonly worst?: Extreme | undefined
}

/** The changed episodes of one household, to publish after the commit. */
export interface WrittenEpisodes {
  readonly householdId: string
  readonly opened: readonly StoredEpisode[]
  /** The entry for episodes that are not listed. */
  readonly entry?: Alert | undefined
  /** Each episode that was opened or closed, as it is now. */
  readonly episodes: readonly StoredEpisode[]
  /** The household's minute with them; undefined when they do not count. */
  readonly minute?: AlertMinute
}

/** An episode that the transaction opens, closes, or both. */
interface Drafted {
  readonly episode: StoredEpisode
  readonly rule: NotifiedRule
  readonly isNew: boolean
}

/**
 * Writes the episodes that changes of rules open and close, and the messages about them. Open ones are always stored.
 * Beyond a limit, episodes that last less than a minute become one entry with their number, since an oscillating sensor
 * must not fill the store.
 */
export async function writeEpisodes(
  tx: Tx,
  changed: readonly ChangedRule[],
  writing: EpisodeWriting,
): Promise<WrittenEpisodes[]> {
  if (changed.length === 0) return []
  const rules = await findNotifiedRules(tx, changed)
  const all = await listOpenOfRules(tx, [...new Set(changed.map(({ ruleId }) => ruleId))])
  const open = new Map(all.map((episode) => [ruleOnDevice(episode), episode]))
  const written: WrittenEpisodes[] = []
  const known = changed.flatMap((change) => {
    const rule = rules.get(ruleOnDevice(change))
    return rule ? [{ ...change, rule, open: open.get(ruleOnDevice(change)) }] : []
  })
  for (const own of Map.groupBy(known, ({ rule }) => rule.householdId).values()) {
    written.push(await writeOfHousehold(tx, own, writing))
  }
  return written
}

interface KnownChange extends ChangedRule {
  readonly rule: NotifiedRule
  readonly open: StoredEpisode | undefined
}

async function writeOfHousehold(
  tx: Tx,
  changes: readonly KnownChange[],
  { budget, notifications, newId, now }: EpisodeWriting,
): Promise<WrittenEpisodes> {
  const writtenAt = now()
  const householdId = changes[0]!.rule.householdId
  const minute = budget.minuteOf(householdId, writtenAt)
  const drafts = await draftsInSlices(changes, { newId, now: writtenAt })
  const brief = drafts.filter((draft) => isOver(draft) && (draft.isNew || draft.episode.knownAt >= minute.startedAt))
  const unlisted = new Set(brief.slice(Math.max(CLOSED_PER_MINUTE - minute.closed, 0)))
  const kept = drafts.filter((draft) => !unlisted.has(draft))
  await store(tx, kept)
  await deleteEpisodes(tx, idsOf([...unlisted].filter(({ isNew }) => !isNew)))
  await notifications.queue(
    tx,
    kept.flatMap((draft) => changesOf(draft, writtenAt)),
  )
  const opened = kept.filter(({ isNew }) => isNew).map(({ episode }) => episode)
  // Browsers that show one that is removed see it end.
  const episodes = drafts.filter((draft) => !draft.isNew || !unlisted.has(draft)).map(({ episode }) => episode)
  const more = { ...minute, closed: minute.closed + brief.length - unlisted.size }
  if (unlisted.size === 0) return { householdId, opened, episodes, minute: more }
  const { entry, counted } = await countMore(tx, { minute: more, rest: unlisted.size, now: writtenAt, newId })
  const entryId = entry?.alertId ?? minute.entryId
  return { householdId, opened, entry, episodes, minute: { ...more, counted, entryId } }
}

async function store(tx: Tx, drafts: readonly Drafted[]): Promise<void> {
  await openEpisodes(
    tx,
    drafts.filter(({ isNew }) => isNew).map(({ episode }) => episode),
  )
  for (const { episode, isNew } of drafts) if (!isNew) await closeEpisode(tx, episode.episodeId, episode)
}

function isOver({ episode }: Drafted): boolean {
  return episode.closedAt !== null
}

function idsOf(drafts: readonly Drafted[]): string[] {
  return drafts.map(({ episode }) => episode.episodeId)
}

/** Adds to the one entry for alerts that are not listed. Returns it when it is new. */
async function countMore(
  tx: Tx,
  { minute, rest, now, newId }: { minute: AlertMinute; rest: number; now: number; newId: () => string },
): Promise<{ entry: Alert | undefined; counted: number }> {
  const counted = minute.counted + rest
  const description = manyText(counted)
  if (minute.entryId !== undefined && (await updateAlertText(tx, minute.entryId, description)))
    return { entry: undefined, counted }
  const alert = { id: newId(), householdId: minute.householdId, name: 'Many alerts', description, at: now }
  return { entry: await insertAlert(tx, alert), counted }
}

/** Transitions whose episodes are drafted before other work has a turn. */
const TRANSITIONS_AT_ONCE = 2000

async function draftsInSlices(
  changes: readonly KnownChange[],
  made: { newId: () => string; now: number },
): Promise<Drafted[]> {
  const drafts: Drafted[] = []
  let transitions = 0
  for (const change of changes) {
    for (const draft of draftsOf(change, made)) drafts.push(draft)
    transitions += change.transitions.length
    if (transitions < TRANSITIONS_AT_ONCE) continue
    transitions = 0
    await breathe()
  }
  return drafts
}

/** The episodes that a rule goes through, in order: the one that was open first. */
function draftsOf(change: KnownChange, made: { newId: () => string; now: number }): Drafted[] {
  const { rule, samples, transitions } = change
  const drafts: Drafted[] = []
  let open: StoredEpisode | undefined = change.open
  let isNew = false
  for (const { isBroken, at, value, why } of transitions) {
    if (isBroken) {
      // It is open already.
      if (open) continue
      open = episodeOfRule(rule, { ...made, at, value })
      isNew = true
    } else if (open) {
      const worst = isNew ? worstAmong(open, samples, at) : change.worst
      const closedWhy = why === 'hours' ? 'hours' : 'back'
      const closing: Closing = { closedAt: at, closedValue: value, closedWhy, closedKnownAt: made.now, worst }
      drafts.push({ episode: closedBy(open, closing), rule, isNew })
      open = undefined
    }
  }
  if (open && isNew) drafts.push({ episode: open, rule, isNew })
  return drafts
}

/** The worst of the values from the opening of an episode on, before an instant. */
function worstAmong(episode: StoredEpisode, samples: Samples | undefined, before: number): Extreme | undefined {
  const { kind, openedAt, openedValue } = episode
  if (openedValue === null) return undefined
  let worst: Extreme = { at: openedAt, value: openedValue }
  const metric = metricOfEpisode(episode)
  if (!samples || !metric || kind === 'changing') return worst
  // A rule that flaps has as many episodes as values, each of a few of them.
  for (let index = firstAt(samples.at, openedAt); index < samples.at.length && samples.at[index]! < before; index++) {
    const value = samples.values[index]
    if (!isMissing(metric, value)) worst = worseOf(episode, worst, { at: samples.at[index]!, value })
  }
  return worst
}

/** Returns the index of the first of rising times that is not before an instant. */
function firstAt(times: readonly number[], instant: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle]! < instant) low = middle + 1
    else high = middle
  }
  return low
}

function changesOf({ episode, rule, isNew }: Drafted, now: number): EpisodeChange[] {
  const isMuted = (rule.mutedUntil ?? 0) > now || (episode.mutedUntil ?? 0) > now
  const notify = { channelIds: rule.channelIds, isMuted, notifyOnClose: rule.notifyOnClose }
  const opened: EpisodeChange[] = isNew ? [{ what: 'opened', episode, notify }] : []
  return episode.closedAt === null ? opened : [...opened, { what: 'closed', episode, notify }]
}
