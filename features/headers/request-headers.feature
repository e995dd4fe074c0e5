Feature: The headers of an integrator's requests
  Token, id and time on each request let the gateway tell callers apart, refuse replays and trace a call through
  every service.

  Background:
    Given the integrator has made its journey

  @integrator @HDR-01
  Rule: Calls carry an issued access token as bearer

    Example: Every call of the journey
      Then each call but the session's carries an access token that was issued

  @integrator @HDR-02
  Rule: Every v3 request has a REQUEST-ID

    Example: Every v3 request of the journey
      Then each v3 request carries REQUEST-ID

  @integrator @HDR-03
  Rule: REQUEST-ID is a version 4 UUID

    Example: Every REQUEST-ID of the journey
      Then each REQUEST-ID is a UUID of version 4

  @integrator @HDR-04
  Rule: REQUEST-ID has no uppercase letters

    Example: The letters of every REQUEST-ID
      Then each REQUEST-ID is written in lowercase

  @integrator @HDR-05
  Rule: REQUEST-ID is new for every request

    Example: Every v3 request of the journey
      Then no two v3 requests carry the same REQUEST-ID

    Example: A retry after a gateway error
      When the gateway answers the next session request with 503
      Then no two v3 requests carry the same REQUEST-ID

  @integrator @HDR-06
  Rule: Every v3 request has a TIMESTAMP

    Example: Every v3 request of the journey
      Then each v3 request carries TIMESTAMP

  @integrator @HDR-07
  Rule: TIMESTAMP is UTC with three millisecond digits

    Example: Every TIMESTAMP of the journey
      Then each TIMESTAMP has the form YYYY-MM-DDTHH:MM:SS.000Z and names a real instant

  @integrator @HDR-08
  Rule: TIMESTAMP shows the time of the request

    Example: Requests over a second apart
      When a token that lives two seconds has expired
      Then each TIMESTAMP is current, and none stands still

  @integrator @HDR-10
  Rule: X-CM-ID names the right consent manager

    Example: Every X-CM-ID of the journey
      Then each session request carries X-CM-ID, and each X-CM-ID is that of the environment

  @integrator @HDR-11
  Rule: JSON bodies are declared as application/json

    Example: Every body of the journey
      Then each documented request with a body carries Content-Type application/json

  @integrator @HDR-12
  Rule: Bridge-scoped requests name a HIP or HIU

    Example: Every bridge-scoped request of the journey
      Then each bridge-scoped request carries X-HIP-ID or X-HIU-ID

  @integrator @HDR-14
  Rule: The clocks of the integrator agree with real time

    Example: What the integrator declares of its clocks
      Then the target declares it with name and date
