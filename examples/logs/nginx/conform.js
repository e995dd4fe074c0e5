// Writes each request and its response as one line of a traffic log (schemas/traffic-line.schema.json).
const answer = [];

/** Body filter that passes each chunk on immediately and keeps a copy for the log. */
function keep(r, data, flags) {
  answer.push(Buffer.from(data));
  r.sendBuffer(data, flags);
}

function line(r) {
  const seen = r.variables;
  const seconds = Number(seen.request_time);
  const request = {
    method: r.method,
    url: `${seen.scheme}://${seen.http_host || seen.host}${seen.request_uri}`,
    headers: r.rawHeadersIn,
  };
  const sent = r.rawVariables.request_body;
  if (sent !== undefined) request.bodyBase64 = sent.toString('base64');
  return JSON.stringify({
    startedAt: Math.round((Number(seen.msec) - seconds) * 1000),
    durationMs: Math.round(seconds * 1000),
    client: { address: seen.remote_addr },
    request: request,
    response: answered(r),
  });
}

/** Returns the response; undefined if the client closed the connection first, for which NGINX uses status 499. */
function answered(r) {
  if (r.variables.status === '499') return undefined;
  return {
    status: Number(r.variables.status),
    headers: headersOf(r),
    bodyBase64: Buffer.concat(answer).toString('base64'),
  };
}

// rawHeadersOut lacks these headers, because NGINX stores them separately.
const special = ['Content-Type', 'Content-Length', 'Date'];

function headersOf(r) {
  const known = special.map((name) => [
    name,
    r.variables[`upstream_http_${name.toLowerCase().replace('-', '_')}`],
  ]);
  return r.rawHeadersOut.concat(known.filter((pair) => pair[1] !== undefined));
}

export default { keep: keep, line: line };
