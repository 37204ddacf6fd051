/** Whether the tests run on a cluster, which TEST_CLUSTER in the environment says. */
export const ON_CLUSTER = Boolean(process.env['TEST_CLUSTER'])
