import * as z from 'zod/mini'
import { nothing, oneLine, severalLines } from './fields.ts'
import { route } from './route.ts'

export const ERROR_MESSAGE_MAX = 300
export const ERROR_STACK_MAX = 2000

/** An exception of a page. `page` is a path without its query; `build` names the files that the page runs. */
export const browserError = z.object({
  message: z.string().check(z.maxLength(ERROR_MESSAGE_MAX), severalLines()),
  stack: z.string().check(z.maxLength(ERROR_STACK_MAX), severalLines()),
  page: z.string().check(z.maxLength(100), oneLine()),
  build: z.string().check(z.maxLength(100), oneLine()),
})
export type BrowserError = z.infer<typeof browserError>

export const browserErrorRoutes = {
  /** Logs an exception of a page, signed in or not. Needs no token, so that a broken session can be reported too. */
  report: route({
    method: 'POST',
    path: '/api/Server/ReportBrowserError',
    access: 'public',
    body: browserError,
    bodyLimit: 8192,
    reply: nothing,
  }),
}
