import * as z from 'zod/mini'
import { emailAddress, nothing, severalLines } from './fields.ts'
import { route } from './route.ts'

const address = z.object({ email: emailAddress('Email is required', 'Email is not valid') })
const token = z.object({ token: z.string().check(z.maxLength(200)) })

/** A line break would start another mail header. */
const subject = z.string('Subject is required').check(
  z.trim(),
  z.minLength(1, { error: 'Subject is required', abort: true }),
  z.maxLength(200, 'Subject cannot be longer than 200 characters'),
  z.refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'Subject must be one line'),
)
const message = z
  .string('Message is required')
  .check(
    z.minLength(1, { error: 'Message is required', abort: true }),
    z.maxLength(50_000, { error: 'Message cannot be longer than 50000 characters', abort: true }),
    severalLines(),
  )

const page = { reply: z.string(), contentType: 'text/html; charset=utf-8' } as const

/** No reply reveals whether an address is on the list. */
export const newsletterRoutes = {
  subscribe: route({
    method: 'POST',
    path: '/api/Email/SubscribeToEmailList',
    access: 'public',
    body: address,
    reply: nothing,
  }),
  unsubscribe: route({
    method: 'POST',
    path: '/api/Email/UnsubscribeFromEmailList',
    access: 'public',
    body: address,
    reply: nothing,
  }),
  /** A page with a button, since mail scanners follow every link. */
  unsubscribePage: route({
    method: 'GET',
    path: '/api/Email/UnsubscribeFromEmailLink',
    access: 'public',
    query: token,
    ...page,
  }),
  unsubscribeByLink: route({
    method: 'POST',
    path: '/api/Email/UnsubscribeFromEmailLink',
    access: 'public',
    query: token,
    form: true,
    ...page,
  }),
  confirmPage: route({
    method: 'GET',
    path: '/api/Email/ConfirmSubscription',
    access: 'public',
    query: token,
    ...page,
  }),
  confirm: route({
    method: 'POST',
    path: '/api/Email/ConfirmSubscription',
    access: 'public',
    query: token,
    form: true,
    ...page,
  }),
  send: route({
    method: 'POST',
    path: '/api/Email/SendEmail',
    access: 'member',
    body: z.object({ subject, message }),
    reply: nothing,
  }),
}
