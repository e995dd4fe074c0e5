import { area } from '../judge/home';
import { identityCertificate, registryCertificate, certificateNeedsAuthentication } from './published';
import { identityFetchHeaders, registryFetchHeaders, fetchedByGet } from './fetch';
import { certificateCached, certificateRefreshed } from './cache';
import { ownKeyUsed } from './../field-encryption/fields';

/** How public certificates are served, fetched and cached (clauses 4.2, 6.3.1). */
export const certificate = area('certificate', [
  identityCertificate,
  registryCertificate,
  certificateNeedsAuthentication,
  identityFetchHeaders,
  registryFetchHeaders,
  fetchedByGet,
  certificateCached,
  certificateRefreshed,
  ownKeyUsed,
]);
