import { ClientError } from '@greenhouse/contract'

/** A call that waits for the password. */
interface PasswordQuestion {
  /** Makes the call; throws what is to be shown, such as that the password is wrong. */
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

/** Whether the server makes the call only with the password, since the session is no longer new. */
export function needsPassword(error: unknown): boolean {
  return error instanceof ClientError && error.code === 'confirm.password'
}

/**
 * Makes a call of a button. When the server wants the password, a dialog asks for it and the call is made again. Resolves with
 * undefined when the person closes the dialog. A form has a field for it instead: see `useForm`.
 */
export async function confirmed<T>(call: (password?: string) => Promise<T>): Promise<T | undefined> {
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
