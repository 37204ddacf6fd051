import * as z from 'zod/mini'
import { nothing, oneLine, severalLines } from './fields.ts'
import { route } from './route.ts'

export const ERROR_MESSAGE_MAX = 300
export const ERROR_STACK_MAX = 2000

/** `page`: a path without its query. `build`: the files that the page runs. */
export const browserError = z.object({
  message: z.string().check(z.maxLength(ERROR_MESSAGE_MAX), severalLines()),
  stack: z.string().check(z.maxLength(ERROR_STACK_MAX), severalLines()),
  page: z.string().check(z.maxLength(100), oneLine()),
  build: z.string().check(z.maxLength(100), oneLine()),
})
export type BrowserError = z.infer<typeof browserError>

export const browserErrorRoutes = {
  report: route({
    method: 'POST',
    path: '/api/Server/ReportBrowserError',
    access: 'public',
    body: browserError,
    bodyLimit: 8192,
    reply: nothing,
  }),
}
