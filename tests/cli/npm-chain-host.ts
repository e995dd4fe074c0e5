import { linksToNpm } from '../../support/cli/npm-chain';

// Prints the processes that end this one, from this process upwards, as JSON.
console.log(JSON.stringify({ pid: process.pid, links: linksToNpm() }));
