import type {
  BodyComposer,
  CiphertextEncoding,
  FieldEncrypter,
  KeyChoice,
  ErrorReader,
  RejectionPolicy,
} from './field-sealer';
import {
  contractBodies,
  forgeCipher,
  keyOfTheService,
  standardBase64,
  readAnyShape,
  refetchThenSha256,
} from './field-sealer';
import type { CallbackVerifier } from './callback-verifier';
import { verifyCallbackJwt } from './callback-verifier';
import type { CertificatePolicy, CertificateReader } from './certificate-cache';
import { readPemOrJson, untilRejected } from './certificate-cache';
import type { Clock, Ids, Log, Timestamps } from './surroundings';
import { logToStderr, randomIds, systemClock, utcWithMilliseconds } from './surroundings';
import type { HeaderComposer, RequestComposer } from './requests';
import { contractHeaders, contractRequests } from './requests';
import type { RetryPolicy } from './retry';
import { boundedRetry } from './retry';
import type { SessionPolicy, SessionReader } from './session-keeper';
import { readSession, untilNearExpiry } from './session-keeper';
import { conformingProvider } from './payer/seams';
import type { ProviderSeams } from './payer/seams';
import { conformingTransfer } from './transfer/seams';
import type { TransferSeams } from './transfer/seams';
import type { TransportMaker } from './transport';
import { pactumTransport } from './transport';

/**
 * Replaceable parts of the suite's integrator. Replacing them is the only way to change its behaviour: the
 * code does not contain switches for deliberate mistakes.
 */
export interface IntegratorSeams {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly timestamps: Timestamps;
  readonly headers: HeaderComposer;
  readonly bodies: BodyComposer;
  readonly requests: RequestComposer;
  readonly transport: TransportMaker;
  readonly retry: RetryPolicy;
  readonly sessionReader: SessionReader;
  readonly sessions: SessionPolicy;
  readonly certificateReader: CertificateReader;
  readonly certificates: CertificatePolicy;
  readonly keyChoice: KeyChoice;
  readonly cipher: FieldEncrypter;
  readonly encoding: CiphertextEncoding;
  readonly errors: ErrorReader;
  readonly rejections: RejectionPolicy;
  readonly verifier: CallbackVerifier;
  readonly payer: ProviderSeams;
  readonly transfer: TransferSeams;
  readonly log: Log;
}

/**
 * The parts of an integrator that conforms to the contract. A deliberately broken integrator replaces some of
 * them.
 */
export const conformingSeams: IntegratorSeams = {
  clock: systemClock,
  ids: randomIds,
  timestamps: utcWithMilliseconds,
  headers: contractHeaders,
  bodies: contractBodies,
  requests: contractRequests,
  transport: pactumTransport,
  retry: boundedRetry,
  sessionReader: readSession,
  sessions: untilNearExpiry,
  certificateReader: readPemOrJson,
  certificates: untilRejected,
  keyChoice: keyOfTheService,
  cipher: forgeCipher,
  encoding: standardBase64,
  errors: readAnyShape,
  rejections: refetchThenSha256,
  verifier: verifyCallbackJwt,
  payer: conformingProvider,
  transfer: conformingTransfer,
  log: logToStderr,
};
