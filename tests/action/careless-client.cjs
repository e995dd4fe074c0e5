'use strict';
// A client that gives every request the same id.
const { join } = require('node:path');
const { serve } = require(join(process.env.SUITE, 'adapters/node/gateway-adapter.cjs'));

serve({ name: 'careless', version: '1.0.0' }, ({ services, credentials, cmId }) => ({
  methods: {
    'session.create': async () => {
      const answer = await globalThis.fetch(`${services.gateway}/api/hiecm/gateway/v3/sessions`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'REQUEST-ID': '5b7e6a52-9c3f-4a51-8f0e-6b3c1d2e4f50',
          TIMESTAMP: new Date().toISOString(),
          'X-CM-ID': cmId,
        },
        body: JSON.stringify({ ...credentials, grantType: 'client_credentials' }),
      });
      return answer.json();
    },
  },
}));
