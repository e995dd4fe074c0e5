import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Change } from '../exchanges';
import { concludeFromExchanges, describeConclusion, makeExchange } from '../exchanges';

const correlationId = '00000001-0000-4000-8000-000000000000';
const trigger = { action: 'Approve', method: 'Preauth', correlationId };
const notice = { providerId: '1000000001@sbx', claimNumber: '' };

const toPayer = (line: string, sent?: object): Change => {
  const [method = '', path = ''] = line.split(' ');
  return {
    sender: 'integrator',
    service: 'dummyPayer',
    method,
    url: `https://payer.example${path}`,
    ...(sent && { sent }),
  };
};

const told = (id: string, change: Change): string =>
  describeConclusion(concludeFromExchanges(id, [makeExchange(change)]));

describe('a request to the dummy payer that is meant as no trigger is not judged as one', () => {
  const others: readonly (readonly [line: string, body?: object])[] = [
    ['GET /health'],
    ['GET /status'],
    ['GET /v1/process/status'],
    ['HEAD /process/request'],
    ['OPTIONS /paymentNotice/init'],
    ['GET /paymentNotice/list'],
    ['POST /policies/search', { providerId: '1000000001@sbx' }],
    ['POST /audit', { action: 'view', correlationId }],
    ['POST /participant/status', { method: 'Preauth', correlationId }],
  ];
  for (const [line, body] of others)
    it(line, () => {
      for (const id of ['DPY-01', 'DPY-04']) assert.equal(told(id, toPayer(line, body)), '0 kept, 0 broken');
    });
});

describe('a request to the dummy payer that is meant as a trigger is judged wherever it goes', () => {
  const meant: readonly (readonly [line: string, body: object | undefined, id: 'DPY-01' | 'DPY-04'])[] = [
    ['GET /process/request', undefined, 'DPY-01'],
    ['POST /Process/Request', {}, 'DPY-01'],
    ['POST /process/request/', {}, 'DPY-01'],
    ['POST /process/requests', {}, 'DPY-01'],
    ['POST /process-request', {}, 'DPY-01'],
    ['POST /v0.5/process/request', {}, 'DPY-01'],
    ['POST /trigger', trigger, 'DPY-01'],
    ['PUT /paymentNotice/init', {}, 'DPY-04'],
    ['POST /paymentnotice/init', {}, 'DPY-04'],
    ['POST /payment/notice/init', {}, 'DPY-04'],
    ['POST /v1/payment-notice/init', {}, 'DPY-04'],
    ['POST /notices', notice, 'DPY-04'],
  ];
  for (const [line, body, id] of meant)
    it(line, () => {
      assert.equal(told(id, toPayer(line, body)), '0 kept, 1 broken');
      const other = id === 'DPY-01' ? 'DPY-04' : 'DPY-01';
      assert.equal(told(other, toPayer(line, body)), '0 kept, 0 broken');
    });
});
