'use strict';
// An adapter that prints for people where messages are wanted.
console.log('Adapter 1.0 started. Type help for a list of commands.');
process.stdin.on('data', () => console.log('ok'));
