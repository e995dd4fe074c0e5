/**
 * Paths of the suite's own enrolment operations, because the contract does not show any. For the adapter call
 * `fields.send`, the integrator sends fields to these paths; the suite chooses the fields' values. Each
 * operation requires its service's encryption.
 */
export const enrolmentPaths = {
  identity: '/{identity}/api/v3/enrolment/fields',
  registry: '/api/v1/enrolment/fields',
} as const;
