/** True when TEST_CLUSTER is set. */
export const ON_CLUSTER = Boolean(process.env['TEST_CLUSTER'])
