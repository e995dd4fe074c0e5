# Lines of Caddy's access log as a traffic log.
select(.request.method)
| {
    # A line is written once the answer is whole.
    startedAt: (if .ts | type == "number" then (.ts - .duration) * 1000 | round else .ts end),
    durationMs: (.duration * 1000),
    client: {address: (.request.client_ip // .request.remote_ip)},
    request: {
      method: .request.method,
      url: ((if .request.tls then "https://" else "http://" end) + .request.host + .request.uri),
      # Caddy leaves Transfer-Encoding out: without it, this body would count as none.
      headers: (.request.headers
        + if (.bytes_read // 0) > 0 and (.request.headers["Content-Length"] | not)
          then {"Transfer-Encoding": ["chunked"]} else {} end)
    },
    response: {status: .status, headers: .resp_headers}
  }
# 0 or 499: the client hung up first.
| if .response.status < 100 or .response.status == 499 then del(.response) else . end
