Feature: An integrator's use of its access token
  A token that is fetched for each call, used past its end, or let out of the backend costs the gateway, the patient,
  or both.

  Background:
    Given the integrator has made its journey

  @integrator @TOK-01
  Rule: One access token serves many requests

    Example: The sessions of the journey
      Then no session is created while the last one is good

  @integrator @TOK-02
  Rule: Expired access tokens stay unused

    Example: A token that lives two seconds
      When a token that lives two seconds has expired
      Then no request arrives with an expired token

  @integrator @TOK-03
  Rule: Only current gateway APIs are called

    Example: The gateway paths of the journey
      Then no deprecated gateway operation is called

  @integrator @TOK-04
  Rule: The client secret stays in session requests

    Example: The secret in all requests of the journey
      Then the client secret travels in session requests alone, and never from a browser

  @integrator @TOK-05
  Rule: Use of a refresh operation is noted

    Example: A renewal
      When a token that lives two seconds has expired
      Then it is noted whether a refresh operation was called

  @integrator @TOK-07
  Rule: User-level tokens on registration calls are noted

    Example: The registration calls of the journey
      Then it is noted which registration calls carry a user-level token

  @integrator @TOK-08
  Rule: Client secrets live in a backend secret store

    Example: What the integrator declares of its secrets
      Then the target declares it with name and date
