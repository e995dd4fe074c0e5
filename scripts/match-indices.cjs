'use strict';
/**
 * Replaces the package regexp-match-indices, with which Cucumber finds the positions of groups in a match.
 * That package parses each expression again, which took an eighth of a run's time. This file uses the `d`
 * flag (ECMAScript 2022).
 */
const withIndices = new WeakMap();

module.exports = (expression, text) => {
  let asked = withIndices.get(expression);
  if (asked === undefined) {
    asked = new RegExp(expression, expression.hasIndices ? expression.flags : `${expression.flags}d`);
    withIndices.set(expression, asked);
  }
  asked.lastIndex = 0;
  return asked.exec(text);
};
