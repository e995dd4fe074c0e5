import { defineArea } from '../judge/home';
import { authorizedByIssuedToken } from './authorization';
import { clocksSynchronised } from './clocks';
import {
  jsonDeclared,
  requestIdPresent,
  timestampPresent,
  consentManagerNamed,
  bridgeNamed,
} from './headers';
import { staleTimestampRejected, unusualHeaders } from './refusals';
import { requestIdIsUuidV4, requestIdIsLowercase } from './request-id-form';
import { requestIdIsNew, timestampForm, timestampCurrent } from './ids-and-times';

/** What the headers of a call owe (clause 5.2). */
export const headers = defineArea('headers', [
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
