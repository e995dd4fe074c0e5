export type { IntegratorHandlers } from './create-integrator';
export { createIntegrator } from './create-integrator';
export { logNothing } from './surroundings';
export type { IntegratorSeams } from './seams';
export { conformingSeams } from './seams';
