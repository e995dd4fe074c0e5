export { ConfigurationError } from '../targets/errors';
export * from './api';
export { certify } from './certify';
export { expectConformance } from './expect-conformance';
export { judge } from './judge';
export { startMock } from './start-mock';
export { verifyPack } from './verify-pack';
