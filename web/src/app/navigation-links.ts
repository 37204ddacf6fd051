/** Where a signed-in person can go from the header, in this order. */
export const navigationLinks = [
  { to: '/', label: 'Dashboard' },
  { to: '/plants', label: 'Plants' },
  { to: '/alerts', label: 'Alerts' },
  { to: '/history', label: 'History' },
  { to: '/weather', label: 'Weather' },
  { to: '/mydevice', label: 'Devices' },
] as const

/** What stands in the user menu. */
export const accountLinks = [
  { to: '/profile', label: 'Settings' },
  { to: '/notifications', label: 'Notifications' },
  { to: '/myalertcondition', label: 'My alert condition' },
  { to: '/mydevice', label: 'My device' },
] as const

/** The paths of the pages that a link leads to. */
export type LinkedPath = (typeof navigationLinks | typeof accountLinks)[number]['to']
