# Lines of Kong's file-log, or what http-log sends (batches too), as a traffic log.
(if type == "array" then .[] else . end)
| select(.request.method)
| . as $seen
| {
    startedAt: .started_at,
    durationMs: ([.latencies.request // 0, 0] | max),
    client: (if .client_ip then {address: .client_ip} else {} end),
    request: {method: .request.method, url: .request.url, headers: .request.headers},
    response: {status: .response.status, headers: .response.headers}
  }
# Kong writes REDACTED in its place.
| if $seen["x-original-authorization"] then
    .request.headers.authorization = $seen["x-original-authorization"]
  else . end
# 499: the client hung up first.
| if .response.status == 499 then del(.response) else . end
