Feature: The session request of an integrator
  The session is the first request that a client makes:
  what is wrong in it is wrong before anything else can be right.

  Background:
    Given the integrator has made its journey

  @integrator @SES-01
  Rule: Gateway sessions come from POST on the v3 path

    Example: Every session of the journey
      Then each session was created with POST on the v3 path of the gateway

  @integrator @SES-02
  Rule: The session request names client, secret and grant type

    Example: The body of every session request
      Then each session request is JSON with clientId, clientSecret and grantType

  @integrator @SES-03
  Rule: The grant type is client_credentials

    Example: The grant type of every session request
      Then each grantType is "client_credentials"

  @integrator @SES-04
  Rule: The session request has its four headers

    Example: The headers of every session request
      Then each session request carries REQUEST-ID, TIMESTAMP, X-CM-ID and Content-Type
