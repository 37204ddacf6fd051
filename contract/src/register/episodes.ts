import { episode } from './examples.ts'
import type { DocumentsOf } from './route-entry.ts'

export const episodeDocuments: DocumentsOf<'episode'> = {
  episode: {
    list: {
      does: 'Lists the stretches of time in which your rules were broken or a plant needed water, newest first: those that are open or closed, of a year, that touch a range, that became known after an instant, of a device or severity, or a page that begins after the episode `before`. A plant that needs water has the kind `due`. What else you were told, such as an alert made by hand, is among them with the kind `note`.',
      query: { state: 'open', severity: 'warning', limit: '50' },
      reply: [episode],
      problems: ['episode.not-found'],
    },
    acknowledge: {
      does: 'Says that you have seen an open episode: messages about it are not repeated. One that is over, or that was acknowledged before, stays as it is.',
      params: { episodeId: '$EPISODE_ID' },
      reply: { ...episode, acknowledgedAt: episode.knownAt, acknowledgedBy: 'Mia' },
      problems: ['episode.not-found'],
    },
    mute: {
      does: 'Sends no messages about an open episode until an instant; null ends that.',
      params: { episodeId: '$EPISODE_ID' },
      body: { until: '2026-11-20T18:00:00Z' },
      reply: { ...episode, mutedUntil: '2026-11-20T18:00:00.000Z' },
      problems: ['episode.not-found'],
    },
  },
}
