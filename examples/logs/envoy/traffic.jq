# Converts the log of envoy.yaml to a traffic log. Envoy logs null for a header that was not sent.
. as $seen
| .request.headers as $asked
| {
    startedAt: .start_time,
    durationMs: (.duration // 0),
    client: .client,
    kept: ($asked | keys),
    request: .request,
    response: .response
  }
| del(.. | select(. == null))
# Bodies are not logged. Without this header, a request with a chunked body would seem to have no body.
| if $seen.bytes_received > 0 and ($asked["Content-Length"] | not) then .request.headers["Transfer-Encoding"] = "chunked" else . end
# Status 0: the client closed the connection before the response.
| if .response.status < 100 then del(.response) else . end
