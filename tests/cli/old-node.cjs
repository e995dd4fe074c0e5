'use strict';
// Preloaded: makes a program believe that it runs under a Node that is too old.
Object.defineProperty(process.versions, 'node', { value: '20.19.0' });
