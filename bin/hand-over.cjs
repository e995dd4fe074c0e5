'use strict';
// Restarts the command under the pinned Node if the current Node is too old. This file must run on Node 12
// and newer.
const { spawn } = require('node:child_process');

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Environment variable that marks the restarted process. */
const marker = 'CONFORM_HANDED_OVER';

/** Starts a program, passes signals on to it, and ends this process with the program's exit code or signal. */
exports.handOver = (program, args) => {
  const child = spawn(program, args, {
    // The IPC channel is not used for messages. When it closes, the child knows that this process is gone,
    // even if this process was killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [marker]: '1' },
  });
  // A Windows terminal already sends Ctrl-C to both processes, and child.kill() would end the child
  // immediately.
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

/**
 * Call this in the restarted process. It ends the process with SIGTERM if the process that started it is
 * gone, so that no port remains in use.
 */
exports.endWithOlderNode = () => {
  const handedOver = process.env[marker] !== undefined;
  delete process.env[marker];
  if (!handedOver || process.channel === undefined) return;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
};
