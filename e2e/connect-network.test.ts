import { expect, test } from 'vitest'
import { PASSWORD } from '../testing/growers.ts'
import { ON_CLUSTER } from '../testing/on-cluster.ts'
import { useOwnApplication } from './application.ts'
import { axe, PHONE, WIDE } from './browser.ts'

// An empty setting is none: with a HOST there is no switch.
const application = useOwnApplication(async () => ({ REGISTRATIONS_PER_DAY: '0', HOST: '' }))

/** Returns whether the server answers at an address other than that on which it listens at first. */
async function answersElsewhere(): Promise<boolean> {
  const { port } = new URL(application.server.url)
  return fetch(`http://127.0.0.2:${port}/livez`, { headers: { connection: 'close' } }).then(
    ({ ok }) => ok,
    () => false,
  )
}

// A cluster listens where its settings say. Only Linux has the second address without being asked.
test.skipIf(ON_CLUSTER || process.platform !== 'linux').each([
  ['a wide screen', WIDE],
  ['a phone', PHONE],
])('an admin on %s opens the server to the network and closes it again, with the keyboard', async (_, viewport) => {
  const admin = await application.register('Ann')
  await application.server.query(`update "user" set role = 'admin' where email = '${admin.email}'`)
  const { page, faults } = await application.openAs(admin, '/mydevice?add=1', { viewport })
  const sheet = page.getByRole('dialog')
  const button = (name: string | RegExp) => sheet.getByRole('button', { name, exact: true })
  await button(/^ESPHome/).press('Enter')
  const toggle = sheet.getByRole('switch', { name: 'Answer in my network' })
  await sheet.getByText('The block is complete once the switch is on.').waitFor()
  await sheet.getByText('registration is open').waitFor()
  expect(await answersElsewhere()).toBe(false)

  await toggle.press('Enter')
  const password = sheet.getByLabel('Your Greenhouse password')
  expect(await password.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await axe(page)).toEqual([])
  await password.fill('wrong')
  await password.press('Enter')
  await sheet.getByText('Password is incorrect').first().waitFor()
  expect(await answersElsewhere()).toBe(false)
  await password.fill(PASSWORD)
  await password.press('Enter')
  await button(/^Copy ESPHome/).waitFor()
  expect(await toggle.getAttribute('aria-checked')).toBe('true')
  expect(await answersElsewhere()).toBe(true)
  expect(await axe(page)).toEqual([])

  await toggle.press('Enter')
  await sheet.getByText('Boards and people in your network are then cut off').waitFor()
  await password.fill(PASSWORD)
  await password.press('Enter')
  await sheet.getByText('A board can’t reach this server yet').waitFor()
  expect(await answersElsewhere()).toBe(false)
  expect(faults).toEqual([])
})
