export const navigationLinks = [
  { to: '/', label: 'Dashboard' },
  { to: '/plants', label: 'Plants' },
  { to: '/alerts', label: 'Alerts' },
  { to: '/history', label: 'History' },
  { to: '/weather', label: 'Weather' },
  { to: '/mydevice', label: 'Devices' },
] as const

export const accountLinks = [
  { to: '/profile', label: 'Settings' },
  { to: '/household', label: 'Household' },
  { to: '/places', label: 'Places' },
  { to: '/notifications', label: 'Notifications' },
  { to: '/myalertcondition', label: 'My alert condition' },
  { to: '/mydevice', label: 'My device' },
] as const

export type LinkedPath = (typeof navigationLinks | typeof accountLinks)[number]['to']
