import type { Page } from 'playwright-core'
import { PASSWORD } from '../testing/growers.ts'

/** Fills the form for new people and sends it. Returns the e-mail. */
export async function register(page: Page, firstName: string): Promise<string> {
  const form = page.getByRole('form', { name: 'Register' })
  const email = `${firstName.toLowerCase()}.${Date.now()}@example.org`
  await form.getByLabel('First name').fill(firstName)
  await form.getByLabel('Last name').fill('Holm')
  await form.getByLabel('Email').fill(email)
  await form.getByRole('textbox', { name: 'Birthday' }).fill('01/05/1990')
  await form.getByLabel('Country').selectOption('Denmark')
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await form.getByLabel('Confirm password').fill(PASSWORD)
  await form.getByRole('button', { name: 'Register' }).click()
  return email
}
