# Converts Traefik's access log to a traffic log.
def headers(prefix):
  with_entries(select(.key | startswith(prefix)) | .key |= ltrimstr(prefix));
select(.RequestMethod)
| headers("request_") as $asked
| {
    startedAt: .StartUTC,
    # Traefik logs nanoseconds.
    durationMs: (.Duration / 1000000),
    client: {address: .ClientHost},
    request: {
      method: .RequestMethod,
      url: ((.RequestScheme // "http") + "://" + .RequestAddr + .RequestPath),
      # Traefik does not log Transfer-Encoding. Add the header, or the request would seem to have no body.
      headers: ($asked
        + if (.RequestContentSize // 0) > 0 and ($asked["Content-Length"] | not)
          then {"Transfer-Encoding": "chunked"} else {} end)
    },
    response: {status: .DownstreamStatus, headers: headers("downstream_")}
  }
# Status 0 or 499: the client closed the connection before the response.
| if .response.status < 100 or .response.status == 499 then del(.response) else . end
