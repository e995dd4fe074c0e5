# Converts the log of haproxy.cfg to a traffic log. HAProxy logs a dash for a missing value.
def headers:
  if . == "-" then [] else
    @base64d | split("\r\n") | map(select(. != "") | capture("^(?<name>[^:]+): ?(?<value>.*)$") | [.name, .value])
  end;
# Skip connections without a request target: these are not HTTP.
select(.target != "-")
| (.asked | headers) as $asked
# Any other end state means that the connection broke. Leave out bodies then, because they may be incomplete.
| (.ended == "--") as $whole
| {
    startedAt: (.at | tonumber),
    durationMs: ([.took, 0] | max),
    client: {address: .from},
    request: (
      {
        method: .method,
        url: (
          (if .tls == 1 then "https://" else "http://" end)
          + (first($asked[] | select(.[0] == "host") | .[1]) // "unknown.invalid")
          + .target
        ),
        headers: $asked
      }
      + if .sent == "-" or .sent == "" or ($whole | not) then {} else {bodyBase64: .sent} end
    )
  }
  # Without a status, the client closed the connection before the response.
  + if .status < 100 then {} else
      {
        response: (
          {status: .status, headers: (.answered | headers)}
          + if .given == "-" or ($whole | not) then {} else {bodyBase64: .given} end
        )
      }
    end
