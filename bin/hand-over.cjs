'use strict';
// Lets the pinned Node take the place of one that is too old. Runs under any Node from 12 on.
const { spawn } = require('node:child_process');

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** By this a process knows that it was handed over to. */
const marker = 'CONFORM_HANDED_OVER';

/** Starts a program in the place of this process, which passes signals on, and ends as that one does. */
exports.handOver = (program, args) => {
  const child = spawn(program, args, {
    // The channel carries no message: its end tells that this process is gone, even where a signal killed it.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [marker]: '1' },
  });
  // A Windows terminal tells both by itself, and there a signal of ours would end the child at once.
  const forward = (signal) => process.platform === 'win32' || child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  child.once('error', (error) => {
    console.error(`error: ${program} cannot be started (${error.code}); run: npm ci`);
    process.exit(2);
  });
  child.once('exit', (code, signal) => {
    for (const each of signals) process.off(each, forward);
    if (signal === null) process.exit(code);
    process.kill(process.pid, signal);
  });
};

/** In the process that was handed over to: it ends with the one that passes signals on, and so leaves no port taken. */
exports.endWithCaller = () => {
  const handedOver = process.env[marker] !== undefined;
  delete process.env[marker];
  if (!handedOver || process.channel === undefined) return;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
};
