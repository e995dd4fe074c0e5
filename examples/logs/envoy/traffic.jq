# What envoy.yaml logs as a traffic log. Envoy writes null for a header that was not sent.
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
# A body is not logged: without this, one that was sent in chunks would count as none.
| if $seen.bytes_received > 0 and ($asked["Content-Length"] | not) then .request.headers["Transfer-Encoding"] = "chunked" else . end
# 0: the client hung up first.
| if .response.status < 100 then del(.response) else . end
