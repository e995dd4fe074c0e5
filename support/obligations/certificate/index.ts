import { defineArea } from '../judge/home';
import { certificateCached } from './caching';
import {
  identityFetchHeaders,
  registryFetchHeaders,
  fetchedByGet,
  ownKeyUsed,
  fetchedAtItsPath,
} from './client';
import { certificateRefreshed } from './refresh';
import { identityKeyPublished, registryKeyPublished, certificateNeedsAuthentication } from './published';

/** How public certificates are served, fetched and cached (clauses 4.2, 6.3.1). */
export const certificate = defineArea('certificate', [
  identityKeyPublished,
  registryKeyPublished,
  certificateNeedsAuthentication,
  identityFetchHeaders,
  registryFetchHeaders,
  fetchedByGet,
  certificateCached,
  certificateRefreshed,
  ownKeyUsed,
  fetchedAtItsPath,
]);
