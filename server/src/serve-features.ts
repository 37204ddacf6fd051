import { join } from 'node:path'
import { serveAccount, type Recovery } from './features/account/account-routes.ts'
import { serveAdvice } from './features/weather/advice/advice-routes.ts'
import { serveAlerts } from './features/alerts/alert-routes.ts'
import type { RuleWork } from './features/alerts/evaluator/rule-work.ts'
import type { Reminders } from './features/alerts/reminders/due-tasks.ts'
import { API_DOCUMENTS } from './features/api-docs/api-documents.ts'
import { serveBoards } from './features/boards/board-routes.ts'
import type { Boards } from './features/boards/boards.ts'
import { serveBrokers } from './features/boards/broker-routes.ts'
import { serveDeviceConnection } from './features/boards/device-connection-routes.ts'
import { serveHubs } from './features/boards/hub-routes.ts'
import type { WaitingReadings } from './features/boards/move-waiting.ts'
import { serveConditions } from './features/rules/conditions/condition-routes.ts'
import { serveDevices } from './features/devices/device-routes.ts'
import { serveEpisodes } from './features/alerts/episodes/episode-routes.ts'
import { reportAfterGaps } from './features/live/report-changes.ts'
import { serveSubscriptions } from './features/live/subscription-routes.ts'
import { serveCalendarFeeds } from './features/calendar/calendar-routes.ts'
import { serveLabels } from './features/labels/label-routes.ts'
import { newsletterLinks } from './features/newsletter/newsletter-links.ts'
import { serveNewsletter } from './features/newsletter/newsletter-routes.ts'
import type { Notifications } from './features/notifications/open-notifications.ts'
import { servePlaces } from './features/places/place-routes.ts'
import { serveCareChanges } from './features/care/care-change-routes.ts'
import { serveCare } from './features/care/care-routes.ts'
import { servePlantCare } from './features/care/plant-care-routes.ts'
import { serveGrowth } from './features/probes/growth/growth-routes.ts'
import { serveProbes } from './features/probes/probe-routes.ts'
import { serveToday } from './features/probes/today-routes.ts'
import { servePhotos } from './features/care/photos/photo-routes.ts'
import type { Photos } from './features/care/photos/open-photos.ts'
import { refreshTasks } from './features/tasks/due-store.ts'
import { serveTasks } from './features/tasks/task-routes.ts'
import { servePlants } from './features/plants/plant-routes.ts'
import { serveSpecies } from './features/plants/species-routes.ts'
import { serveReadings } from './features/series/history/reading-routes.ts'
import { servePreviews } from './features/rules/preview/preview-routes.ts'
import { serveRules } from './features/rules/rule-routes.ts'
import { serveSearch } from './features/search/search-routes.ts'
import { serveSecondFactors } from './features/second-factor/second-factor-routes.ts'
import { demandSecondStep } from './features/second-factor/second-step.ts'
import { serveSeries } from './features/series/series-routes.ts'
import { serveBrowserErrors } from './features/server-info/browser-error-routes.ts'
import { serveServerInfo, type ServerParts } from './features/server-info/server-info-routes.ts'
import { serveHouseholds } from './features/households/household-routes.ts'
import { isOpenInvitation, serveInvitations } from './features/households/invitation-routes.ts'
import { serveMembers } from './features/households/member-routes.ts'
import { deleteWaitingOf } from './features/notifications/outbox/notification-store.ts'
import { foundHousehold } from './features/households/found-household.ts'
import { findSettings } from './features/settings/setting-store.ts'
import { serveSettings } from './features/settings/setting-routes.ts'
import { openEmailConfirmation } from './features/users/email-confirmation.ts'
import { serveUsers } from './features/users/user-routes.ts'
import type { Forecasts } from './features/weather/forecasts.ts'
import { serveMorning } from './features/weather/morning/morning-routes.ts'
import { openMorning } from './features/weather/morning/open-morning.ts'
import { serveWeather } from './features/weather/weather-routes.ts'
import type { BrokerLinks } from './features/boards/broker-state.ts'
import type { Foundation } from './open-foundation.ts'
import { serveDocuments } from './platform/http/documents.ts'
import { HeavyReads } from './platform/http/heavy-reads.ts'
import { serveUpgrades } from './platform/http/upgrade.ts'
import { serveWebApp } from './platform/http/web-app.ts'
import type { Outbound } from './platform/network/outbound.ts'
import { openSeal, type Seal } from './platform/secrets/seal.ts'
import { deriveKey } from './platform/secrets/secret.ts'

export const WEB_APP = join(import.meta.dirname, '../../web/dist')

export interface FeatureParts {
  readonly rules: RuleWork
  readonly boards: Boards
  /** Readings of unclaimed boards. */
  readonly waiting: WaitingReadings
  readonly brokers: BrokerLinks
  /** Rules for members' connections to brokers, and the encryption of their passwords. */
  readonly brokerParts: { readonly outbound: Outbound; readonly seal: Seal }
  readonly notifications: Notifications
  readonly reminders: Reminders
  readonly forecasts: Forecasts
  readonly photos: Photos
  readonly server: ServerParts
}

/** Serves the routes of every feature. */
export function serveFeatures(
  { context, rawElsewhere, registry, secret, tokens, gate }: Foundation,
  { rules, boards, waiting, brokers, brokerParts, notifications, reminders, forecasts, photos, server }: FeatureParts,
): Recovery {
  const confirmation = openEmailConfirmation(context, deriveKey(secret, 'links'))
  serveUsers(context, {
    tokens,
    confirmation,
    afterPassword: demandSecondStep(context),
    // The first household of a person has the person's id. An invitation leads into one.
    onAdded: async (tx, founder, isInvited) => {
      if (!isInvited) await foundHousehold(tx, context, { founder, householdId: founder.userId })
    },
    isInvitation: (token) => isOpenInvitation(context, token),
  })
  serveSettings(context)
  serveSecondFactors(context, { tokens, seal: openSeal(secret, 'second factors') })
  serveHouseholds(context, refreshTasks)
  serveMembers(context, deleteWaitingOf)
  serveInvitations(context)
  servePlaces(context)
  serveGarden(context, { rules, onChanged: reminders.settle, removePhotos: photos.removal.runNow })
  servePhotos(context, { ...photos, secret })
  const { evaluateSaved, restartRules: onValuesRemoved } = rules
  serveSeries(context, { registry, rawElsewhere, timeSeries: context.timeSeries, onValuesRemoved })
  serveHubs(context)
  serveBrokers(context, { ...brokerParts, links: brokers })
  serveBoards(context, { registry, boards, waiting })
  serveDeviceConnection(context, gate.unknownTokens)
  const reads = new HeavyReads()
  serveGrowth(context, reads)
  serveReadings(context, { slots: registry, reads, onValuesRemoved })
  serveRules(context, evaluateSaved)
  servePreviews(context, reads)
  const onPlants = { onPlantConditionSaved: reminders.runNow, onPlantConditionRemoved: reminders.settle }
  serveConditions(context, { registry, evaluateSaved, ...onPlants })
  serveEpisodes(context)
  notifications.serve(context)
  serveAlerts(context)
  serveOutside(context, forecasts, reminders.settle)
  serveCalendarFeeds(context)
  serveLabels(context)
  serveSearch(context)
  serveNewsletter(context, newsletterLinks(deriveKey(secret, 'links'), context.now))
  const recovery = serveAccount(context, {
    slots: registry,
    brokers,
    confirmation,
    photos,
    channelSeal: notifications.seal,
  })
  serveSubscriptions(context)
  reportAfterGaps(context)
  serveBrowserErrors(context)
  serveServerInfo(context, server)
  return recovery
}

/**
 * Serves devices, and plants with their tasks and their care.
 * - `onChanged` is called after changes that may make tasks due or no longer due.
 * - `removePhotos` is called after a plant is gone, and removes its photos.
 */
function serveGarden(
  context: Foundation['context'],
  {
    rules,
    onChanged,
    removePhotos,
  }: {
    readonly rules: Pick<RuleWork, 'endEpisodesOf'>
    readonly onChanged: (householdId: string) => Promise<void>
    readonly removePhotos: () => Promise<void>
  },
): void {
  const forgetReadings = async (deviceKey: number) => {
    await rules.endEpisodesOf(deviceKey)
    await context.timeSeries.erase(deviceKey)
  }
  serveDevices(context, forgetReadings)
  const onRemoved = async (householdId: string) => {
    await onChanged(householdId)
    await removePhotos()
  }
  servePlants(context, { forgetReadings, onRemoved })
  serveSpecies(context)
  serveTasks(context, onChanged)
  serveCare(context, onChanged)
  serveCareChanges(context, onChanged)
  servePlantCare(context, onChanged)
  serveProbes(context)
  serveToday(context)
}

/**
 * Serves the weather and what follows from it.
 * @param onChanged called after changes that may make tasks due or no longer due
 */
function serveOutside(
  context: Foundation['context'],
  forecasts: Forecasts,
  onChanged: (householdId: string) => Promise<void>,
): void {
  serveWeather(context, forecasts)
  serveMorning(context, openMorning(context, { forecasts: forecasts.cache, settingsOf: findSettings }))
  serveAdvice(context, forecasts.cache, onChanged)
}

/** Serves everything outside of the contract: live connections, API documents, the web app. */
export async function servePages({ context, http, isHostAllowed, sockets }: Foundation, webApp: string): Promise<void> {
  serveUpgrades(http.fastify, { ...context.config, isHostAllowed, accept: sockets.upgrade })
  serveDocuments(http.fastify, API_DOCUMENTS)
  await serveWebApp(http.fastify, webApp)
}
