import { join } from 'node:path'
import type { Context } from '../../platform/context.ts'
import { isEverywhere } from '../../platform/network/origin.ts'

export function logMailRoute({ config, log, mail }: Context): void {
  if (config.smtpUrl === null) log.info({ event: 'mail.to-files', folder: join(config.dataDir, 'mail') })
  else if (config.publicUrl === null && isEverywhere(config.host))
    log.warn({ event: 'mail.links-guessed', origin: mail.addressOf(''), advice: 'Set PUBLIC_URL.' })
}
