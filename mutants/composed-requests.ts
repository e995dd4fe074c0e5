import type { InitializeParams } from '../support/adapter/protocol';
import { conformingProvider } from '../support/client/integrator/payer/seams';
import type { RequestComposer, RequestContext } from '../support/client/integrator/requests';
import { contractHeaders, contractRequests } from '../support/client/integrator/requests';
import type { OutgoingRequest } from '../support/client/sender';
import type { OperationId, ServiceName } from '../support/contract/operations';
import { documentedSegments, operationPath } from '../support/contract/operations';
import { defaultReadings, readingsForAdapters } from '../support/contract/readings';
import { exampleBases } from '../support/published/deployment';

/** A request of generated traffic, before the suite's own client adds its headers. */
export interface RequestOutline {
  readonly service: ServiceName;
  readonly operation?: OperationId | undefined;
  /** `undefined` stands for the documented path of the operation. */
  readonly path?: string;
  readonly body?: object;
}

/** The header values that the generated traffic chooses. */
export interface HeaderValues {
  readonly accessToken: string;
  readonly requestId: string;
  readonly timestamp: string;
  readonly cmId: string;
}

const connection: InitializeParams = {
  protocolVersion: '1',
  services: exampleBases,
  paths: documentedSegments,
  credentials: { clientId: '', clientSecret: '' },
  cmId: '',
  participants: { provider: '', payer: '' },
  dummyPayerToken: null,
  callbackCertificates: exampleBases.gateway + defaultReadings['callback-certificates'],
  envelope: defaultReadings.envelope,
  payerEncryptionKey: '',
  readings: readingsForAdapters(defaultReadings),
};

/** Returns the name of the client's function that composes such a request. */
export function composerOf({ service, operation }: RequestOutline): keyof RequestComposer {
  switch (operation) {
    case 'session.create':
      return 'session';
    case 'certificate.identity':
    case 'certificate.registry':
      return 'certificate';
    case 'otp.verify':
      return 'otp';
    case 'dummyPayer.trigger':
    case 'paymentNotice.init':
      return 'dummyPayer';
    default:
      return service === 'provider' ? 'payer' : service === 'gateway' ? 'callbackKeys' : 'fields';
  }
}

/**
 * Returns a request as the suite's own client composes it, so that a header that is added to the client appears in
 * the generated traffic as well.
 */
export function composeRequest(outline: RequestOutline, values: HeaderValues): OutgoingRequest {
  const { service, operation, body = {} } = outline;
  const { accessToken, cmId, ...stamp } = values;
  const path = outline.path ?? (operation === undefined ? '' : operationPath(operation));
  const composing: RequestContext = {
    connection: { ...connection, cmId },
    headers: contractHeaders,
    stamp: () => stamp,
  };
  const certified = service === 'identity' ? 'identity' : 'registry';
  switch (composerOf(outline)) {
    case 'session':
      return contractRequests.session(composing, body);
    case 'certificate':
      return contractRequests.certificate(composing, certified, accessToken);
    case 'otp':
      return contractRequests.otp(composing, accessToken, body, { otp: '', txnId: '' });
    case 'dummyPayer': {
      const trigger = operation === 'paymentNotice.init' ? operation : 'dummyPayer.trigger';
      const headers = conformingProvider.triggerHeaders(`Bearer ${accessToken}`);
      return contractRequests.dummyPayer(composing, trigger, headers, body);
    }
    case 'payer':
      return contractRequests.payer(composing, accessToken, { path, headers: {}, body });
    case 'callbackKeys':
      return contractRequests.callbackKeys(composing, undefined);
    case 'fields':
      return contractRequests.fields(composing, accessToken, body, { service: certified, path, fields: [] });
  }
}
