export type HeaderFields = Readonly<Record<string, string>>;

/** What makes one request differ from every other. */
export interface Stamp {
  readonly requestId: string;
  readonly timestamp: string;
}

/** Writes the headers of clause 5.2, each group on its own. */
export interface HeaderComposer {
  v3(stamp: Stamp): HeaderFields;
  authorization(accessToken: string): HeaderFields;
  cmId(cmId: string): HeaderFields;
  /** For a request with a body. */
  json(): HeaderFields;
  /** For a request that the readings name as bridge-scoped; a facility's id doubles as the HIP id. */
  bridge(hipId: string): HeaderFields;
}

export const contractHeaders: HeaderComposer = {
  v3: ({ requestId, timestamp }) => ({ 'REQUEST-ID': requestId, TIMESTAMP: timestamp }),
  authorization: (accessToken) => ({ Authorization: `Bearer ${accessToken}` }),
  cmId: (cmId) => ({ 'X-CM-ID': cmId }),
  json: () => ({ 'Content-Type': 'application/json' }),
  bridge: (hipId) => ({ 'X-HIP-ID': hipId }),
};
