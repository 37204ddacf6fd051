export const RULES_PATH = '/myalertcondition?view=devices'
