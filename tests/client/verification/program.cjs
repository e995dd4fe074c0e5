'use strict';
// A process of its own, whose environment turns verification off, or leaves it alone.
require(process.argv[2]);
require('./paths')
  .tryPaths()
  .then((outcomes) => {
    console.log(JSON.stringify(outcomes));
    process.exit(0);
  });
