import { createElement, type ReactElement } from 'react'
import { toast as shown } from 'react-hot-toast/headless'
import { ToastWithAction, type ToastAction } from './toast-with-action.tsx'

/** `id` replaces an earlier toast of the same id. */
interface ToastOptions {
  duration?: number
  id?: string
  action?: ToastAction
}

export const TOAST_MS = { blank: 4000, error: 4000, success: 2000, loading: Infinity } as const
export const TOAST_REMOVAL_MS = 1000
export const CHANGE_TOAST = { duration: 3000 } as const

/** Each returns the toast's id, for `dismiss`. */
export const toast = {
  blank: (message: string, options?: ToastOptions): string => shown(content(message, options), options),
  success: (message: string, options?: ToastOptions): string => shown.success(content(message, options), options),
  error: (message: string, options?: ToastOptions): string => shown.error(content(message, options), options),
  loading: (message: string, options?: ToastOptions): string => shown.loading(content(message, options), options),
  /** With a red edge, for what happened elsewhere. Its content has its own sign. */
  alert: (message: (id: string) => ReactElement, options: { duration: number }): string =>
    shown(({ id }) => message(id), { ...options, className: 'border-s-4 border-s-danger' }),
  dismiss: (id?: string): void => shown.dismiss(id),
}

function content(message: string, { action }: ToastOptions = {}): string | ReactElement {
  return action ? createElement(ToastWithAction, { message, action }) : message
}
