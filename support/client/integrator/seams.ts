import type { BodyComposer } from './bodies';
import { contractBodies } from './bodies';
import type { CallbackVerifier } from './callback-verifier';
import { verifyAgainstPublished } from './callback-verifier';
import type { CertificatePolicy, CertificateReader } from './certificate-policy';
import { readPemOrJson, untilRejected } from './certificate-policy';
import type { CiphertextEncoding, FieldEncrypter, KeyChoice } from './cipher';
import { forgeCipher, keyOfTheService, standardBase64 } from './cipher';
import type { Clock, Ids, Log, Timestamps } from './surroundings';
import { logToStderr, randomIds, systemClock, utcWithMilliseconds } from './surroundings';
import type { ErrorReader, RejectionPolicy } from './rejections';
import { readAnyShape, refetchThenSha256 } from './rejections';
import type { HeaderComposer } from './headers';
import { contractHeaders } from './headers';
import type { RequestComposer } from './requests';
import { contractRequests } from './requests';
import type { RetryPolicy } from './retry';
import { boundedRetry } from './retry';
import type { SessionPolicy, SessionReader } from './session-policy';
import { readSession, untilNearExpiry } from './session-policy';
import { contractPayer } from './payer/seams';
import type { ProviderSeams } from './payer/seams';
import { conformingTransfer } from './transfer/seams';
import type { TransferSeams } from './transfer/seams';
import type { TransportMaker } from './transport';
import { pactumTransport } from './transport';

/** The places where an integrator can be made to behave otherwise, by another value and by nothing else. */
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

/** The seams of an integrator that keeps the contract; one that does not wraps or replaces some of them. */
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
  verifier: verifyAgainstPublished,
  payer: contractPayer,
  transfer: conformingTransfer,
  log: logToStderr,
};
