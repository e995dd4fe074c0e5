/** What a proxy answers if the far side does not: it names itself, so that the answer is not taken for the service's. */
export const ownAnswer = { 'content-type': 'text/plain; charset=utf-8', via: '1.1 conform-proxy' };
