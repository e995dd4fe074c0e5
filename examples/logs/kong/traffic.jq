# Converts the output of Kong's plugins file-log and http-log (including batches) to a traffic log.
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
# Kong logs REDACTED as the value of Authorization. The field x-original-authorization has the real value.
| if $seen["x-original-authorization"] then
    .request.headers.authorization = $seen["x-original-authorization"]
  else . end
# Status 499: the client closed the connection before the response.
| if .response.status == 499 then del(.response) else . end
