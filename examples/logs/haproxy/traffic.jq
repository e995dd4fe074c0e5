# What haproxy.cfg logs as a traffic log. A dash is a value that there was not.
def headers:
  if . == "-" then [] else
    @base64d | split("\r\n") | map(select(. != "") | capture("^(?<name>[^:]+): ?(?<value>.*)$") | [.name, .value])
  end;
# Without a target it was no HTTP.
select(.target != "-")
| (.asked | headers) as $asked
# Else it broke off, and what there is of a body may be a part of it.
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
  # It may end before there is an answer: the client hung up.
  + if .status < 100 then {} else
      {
        response: (
          {status: .status, headers: (.answered | headers)}
          + if .given == "-" or ($whole | not) then {} else {bodyBase64: .given} end
        )
      }
    end
