import { area } from '../judge/home';
import { limitsMet, servedOverTls } from './services';
import { callsOverTls, versionSegments } from './calls';

/** TLS, version segments and limits (clauses 2.4, 8, 9). */
export const transport = area('transport', [callsOverTls, servedOverTls, versionSegments, limitsMet]);
