'use strict';
// An adapter that answers everything with success and does nothing, until one call ends it: node dies.cjs METHOD
const { createInterface } = require('node:readline');

const [, , deadly] = process.argv;
const capabilities = ['session.create', 'certificate.fetch', 'otp.verify', 'field.encrypt', 'fields.send'];
const initialized = { protocolVersion: '1', implementation: { name: 'dies', version: '1' }, capabilities };

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (method === deadly) process.exit(3);
  const result = method === 'initialize' ? initialized : null;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
