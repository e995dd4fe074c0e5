import type { ServiceName } from './operation-rows';

interface ServiceRow {
  readonly title: string;
  /** The document's name for the base address. `undefined` if the document does not show one. */
  readonly base?: string;
  readonly about: string;
  /**
   * The clauses about this party. The published OpenAPI document of the party lists the readings on these
   * clauses.
   */
  readonly clauses: readonly string[];
}

export const services: Readonly<Record<ServiceName, ServiceRow>> = {
  gateway: {
    title: 'Gateway',
    base: 'auth_url',
    about: 'Issues short-lived bearer tokens in exchange for a client id and client secret (clause 1.1).',
    clauses: ['2.3', '4.1', '5.1.6', '5.2'],
  },
  identity: {
    title: 'Identity service',
    base: 'identity_url',
    about: 'Takes sensitive values that are encrypted under its public certificate (clause 1.2).',
    clauses: ['2.3', '2.4', '4.2', '5.2', '6.3', '6.3.3', '7'],
  },
  registry: {
    title: 'Professional and facility registry',
    base: 'registry_url',
    about:
      'Takes sensitive values that are encrypted under its public certificate (clause 1.2). Its base address ' +
      'includes its version prefix (clause 9.2).',
    clauses: ['2.3', '2.4', '4.2', '4.3', '5.1.5', '6.3', '6.3.3', '7'],
  },
  dummyPayer: {
    title: 'Sandbox dummy payer',
    base: 'dummy_payer_url',
    about: 'Lets a provider test its flows: it approves, rejects or queries on request (clause 1.4).',
    clauses: ['4.4', '4.5', '5.1.8'],
  },
  provider: {
    title: 'Provider-side operations',
    about:
      'What a provider sends to a payer, and the callbacks that it receives (clauses 4.6, 4.7, 6.1). ' +
      'The base address is not shown.',
    clauses: ['4.6', '4.7', '4.7.5', '5.1.6', '5.2', '6.1'],
  },
};
