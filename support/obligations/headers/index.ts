import { area } from '../judge/home';
import { authorizedByIssuedToken } from './authorization';
import { jsonDeclared } from './content-type';
import { clocksSynchronised } from './declared';
import { requestIdPresent, timestampPresent, consentManagerNamed, bridgeNamed } from './headers';
import { staleTimestampRejected, unusualHeaders } from './refusals';
import { requestIdIsUuidV4, requestIdIsLowercase, requestIdIsNew } from './request-id';
import { timestampForm, timestampCurrent } from './timestamp';

/** What the headers of a call owe (clause 5.2). */
export const headers = area('headers', [
  authorizedByIssuedToken,
  requestIdPresent,
  requestIdIsUuidV4,
  requestIdIsLowercase,
  requestIdIsNew,
  timestampPresent,
  timestampForm,
  timestampCurrent,
  staleTimestampRejected,
  consentManagerNamed,
  jsonDeclared,
  bridgeNamed,
  unusualHeaders,
  clocksSynchronised,
]);
