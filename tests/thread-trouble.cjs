'use strict';
// Lets the thread that records and judges break down once the file is there that BREAK_DOWN names: by an error that
// nothing catches, or by an end without a word (BREAK_DOWN_HOW=exit).
const { existsSync } = require('node:fs');
const { setInterval } = require('node:timers');
const { isMainThread } = require('node:worker_threads');

if (!isMainThread)
  setInterval(() => {
    if (!existsSync(process.env.BREAK_DOWN)) return;
    if (process.env.BREAK_DOWN_HOW === 'exit') process.exit(9);
    throw Object.assign(new Error('injected'), { code: 'ERR_INJECTED' });
  }, 5).unref();
