/** The page of the rules of devices. */
export const RULES_PATH = '/myalertcondition?view=devices'
