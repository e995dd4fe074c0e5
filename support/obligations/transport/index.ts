import { defineArea } from '../judge/home';
import { callsOverTls, versionSegments } from './calls';
import { servedOverTls, limitsMet, certificateVerified } from './services';

/** TLS, version segments and limits (clauses 2.4, 8, 9). */
export const transport = defineArea('transport', [
  callsOverTls,
  servedOverTls,
  certificateVerified,
  versionSegments,
  limitsMet,
]);
