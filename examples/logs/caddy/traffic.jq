# Converts Caddy's access log to a traffic log.
select(.request.method)
| {
    # Caddy writes a line when the response is complete, so subtract the duration.
    startedAt: (if .ts | type == "number" then (.ts - .duration) * 1000 | round else .ts end),
    durationMs: (.duration * 1000),
    client: {address: (.request.client_ip // .request.remote_ip)},
    request: {
      method: .request.method,
      url: ((if .request.tls then "https://" else "http://" end) + .request.host + .request.uri),
      # Caddy does not log Transfer-Encoding. Add the header, or the request would seem to have no body.
      headers: (.request.headers
        + if (.bytes_read // 0) > 0 and (.request.headers["Content-Length"] | not)
          then {"Transfer-Encoding": ["chunked"]} else {} end)
    },
    response: {status: .status, headers: .resp_headers}
  }
# Status 0 or 499: the client closed the connection before the response.
| if .response.status < 100 or .response.status == 499 then del(.response) else . end
