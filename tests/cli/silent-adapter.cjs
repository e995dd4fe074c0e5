'use strict';
// An adapter that answers every call, but does nothing. At one call it writes its process id to a file and never
// answers, nor does it end on SIGTERM: node silent-adapter.cjs METHOD FILE
const { createInterface } = require('node:readline');
const { setInterval } = require('node:timers');
const { writeFileSync } = require('node:fs');

const [, , silent, file] = process.argv;
const capabilities = ['session.create', 'certificate.fetch', 'otp.verify', 'field.encrypt', 'fields.send'];
const initialized = { protocolVersion: '1', implementation: { name: 'silent', version: '1' }, capabilities };

process.on('SIGTERM', () => undefined);
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  const result = method === 'initialize' ? initialized : null;
  if (method !== silent) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
  else {
    writeFileSync(file, String(process.pid));
    // This keeps the process alive once its stdin is closed.
    setInterval(() => undefined, 1000);
  }
});
