import type { AccountMail } from '../users/account-mail.ts'

/** Mails of this file are plain text without anything typed by a stranger. */
export function resetLink(url: string, expiresAt: number): AccountMail {
  return {
    kind: 'reset-link',
    subject: 'Choose a new password',
    text: `Somebody, we hope you, asked for a new password for your account at Greenhouse.\n\nChoose it here, within 15 minutes:\n${url}\n\nThe link works once. If it was not you, do nothing: your password stays as it is.\n`,
    expiresAt,
  }
}

export function passwordWasReset(): AccountMail {
  return {
    kind: 'password',
    subject: 'Your password was changed',
    text: 'A new password was set for your account at Greenhouse by a link, and everybody who was signed in is signed out.\n\nIf it was not you, ask for a new password at the sign-in at once, or tell whoever runs your server.\n',
  }
}

export function passwordWasChanged(): AccountMail {
  return {
    kind: 'password',
    subject: 'Your password was changed',
    text: 'The password of your account at Greenhouse was changed, and your other sessions have ended.\n\nIf it was not you, ask for a new password at the sign-in at once, or tell whoever runs your server.\n',
  }
}

export function addressWasChanged(undoUrl: string): AccountMail {
  return {
    kind: 'notice',
    subject: 'The email of your account was changed',
    text: `Your account at Greenhouse has another email now, and this address no longer signs in.\n\nIf it was not you, take the change back within 7 days, and choose a new password:\n${undoUrl}\n`,
  }
}

export function addressWasRestored(): AccountMail {
  return {
    kind: 'notice',
    subject: 'The email of your account was changed back',
    text: 'Your account at Greenhouse has this email again, and everybody who was signed in is signed out.\n',
  }
}
