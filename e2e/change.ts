import type { Route } from '@greenhouse/contract'
import { replyOf } from '@greenhouse/contract/register'
import type { Page } from 'playwright-core'

/** A call that a person makes on a screen, in a dialog or by a button. */
export interface Change {
  readonly route: Route
  readonly path: string
  /** The buttons that lead to the dialog, one after the other; none when the call is made on the screen itself. */
  readonly open?: ReadonlyArray<string | RegExp>
  /** Runs first, while the server still answers. */
  readonly prepare?: (page: Page) => Promise<void>
  /** Texts and options, by label. */
  readonly fill?: Readonly<Record<string, string>>
  readonly choose?: Readonly<Record<string, string>>
  readonly submit: string | ((page: Page) => Promise<void>)
  /** Leaves a page that asks before a change is lost. */
  readonly leave?: (page: Page) => Promise<void>
  /** Says what failed on the screen, beside the button; otherwise in the dialog or a toast. */
  readonly isInPlace?: true
  /** Messages for a refusal and an outage; by default those for any call. */
  readonly says?: readonly [refused: string, away: string]
  /** Waits for the network, so that an outage fails nothing (offline.test.ts). */
  readonly isKept?: true
  /** Shows the second factors of the register, instead of those of this person. */
  readonly hasSecondFactors?: true
}

export function on(path: string, changes: ReadonlyArray<Omit<Change, 'path'>>): Change[] {
  return changes.map((change) => ({ path, ...change }))
}

/** The same message for a refusal and an outage. */
export const both = (says: string) => [says, says] as const

/** Opens the page again with the list that the register has as an example. */
export function show(route: Route, query = '') {
  return async (page: Page) => {
    await page.route(`**${route.path}${query}`, (call) =>
      call.request().method() === 'GET' ? call.fulfill({ json: replyOf(route) }) : call.fallback(),
    )
    await page.reload()
  }
}
