import { browserErrorRoutes, ERROR_MESSAGE_MAX, ERROR_STACK_MAX } from '@greenhouse/contract'
import { buildId } from './build-id.ts'
import { call } from './call.ts'

export async function sendReport(message: string, stack: string): Promise<void> {
  const body = {
    message: plain(message).slice(0, ERROR_MESSAGE_MAX),
    stack: plain(stack).slice(0, ERROR_STACK_MAX),
    page: window.location.pathname.slice(0, 100),
    build: buildId().slice(0, 100),
  }
  await call(browserErrorRoutes.report, { body })
}

function plain(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, ' ')
}
