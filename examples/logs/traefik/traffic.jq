# Lines of Traefik's access log as a traffic log.
def headers(prefix):
  with_entries(select(.key | startswith(prefix)) | .key |= ltrimstr(prefix));
select(.RequestMethod)
| headers("request_") as $asked
| {
    startedAt: .StartUTC,
    # In nanoseconds.
    durationMs: (.Duration / 1000000),
    client: {address: .ClientHost},
    request: {
      method: .RequestMethod,
      url: ((.RequestScheme // "http") + "://" + .RequestAddr + .RequestPath),
      # Traefik leaves Transfer-Encoding out: without it, this body would count as none.
      headers: ($asked
        + if (.RequestContentSize // 0) > 0 and ($asked["Content-Length"] | not)
          then {"Transfer-Encoding": "chunked"} else {} end)
    },
    response: {status: .DownstreamStatus, headers: headers("downstream_")}
  }
# 0 or 499: the client hung up first.
| if .response.status < 100 or .response.status == 499 then del(.response) else . end
