import { ClientError } from '@greenhouse/contract'

interface PasswordQuestion {
  /** Repeats the call with the password. Throws errors to display, such as a wrong password. */
  readonly answer: (password: string) => Promise<void>
  readonly cancel: () => void
}

let question: PasswordQuestion | undefined
const listeners = new Set<() => void>()

export function passwordQuestion(): PasswordQuestion | undefined {
  return question
}

export function onPasswordQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function ask(next: PasswordQuestion | undefined): void {
  question = next
  listeners.forEach((listener) => listener())
}

/** Returns true when the session is too old for the call and the server wants the password. */
export function needsPassword(error: unknown): boolean {
  return error instanceof ClientError && error.code === 'confirm.password'
}

/** Makes a call, and retries it with the password if needed. Resolves with undefined when the dialog is closed. */
export async function withPassword<T>(call: (password?: string) => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    if (!needsPassword(error)) throw error
  }
  return new Promise((resolve) => {
    ask({
      async answer(password) {
        resolve(await call(password))
        ask(undefined)
      },
      cancel() {
        resolve(undefined)
        ask(undefined)
      },
    })
  })
}
