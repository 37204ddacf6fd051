import type { AccountMail } from '../users/account-mail.ts'

const IF_NOT_YOU =
  'If it was not you, change your password at once: it ends every other session. Then look at Security on your profile.\n'

export function factorWasAdded(what: string): AccountMail {
  return {
    kind: 'notice',
    subject: 'Two-step sign-in was changed',
    text: `${what} was added to your account at Greenhouse. You are asked for it when you sign in.\n\n${IF_NOT_YOU}`,
  }
}

export function factorWasRemoved(what: string): AccountMail {
  return {
    kind: 'notice',
    subject: 'Two-step sign-in was changed',
    text: `${what} was removed from your account at Greenhouse.\n\n${IF_NOT_YOU}`,
  }
}

export function recoveryCodeWasUsed(): AccountMail {
  return {
    kind: 'notice',
    subject: 'A recovery code was used',
    text: `Somebody signed in to your account at Greenhouse with one of your recovery codes. Each works once.\n\n${IF_NOT_YOU}`,
  }
}
