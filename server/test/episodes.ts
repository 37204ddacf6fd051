import { episodeRoutes, type Episode } from '@greenhouse/contract'
import type { Person, World } from './world.ts'

/** Returns the person's episodes and notes, newest first. */
export async function episodesOf(person: Person, query: object = {}): Promise<Episode[]> {
  return (await person.call(episodeRoutes.list, { query })).body
}

/** Advances the clock in steps, checking for silence as a running server does. */
export async function passMinutes({ app, clock }: Pick<World, 'app' | 'clock'>, minutes: number): Promise<void> {
  await app.silence.runNow()
  for (let half = 0; half < minutes * 2; half++) {
    clock.now += 30_000
    await app.silence.runNow()
  }
}
