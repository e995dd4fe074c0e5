Feature: Callbacks of a payer
  By its correlation id a provider finds the cycle of a callback,
  and by its JWT who stands behind it.

  Background:
    Given a session was created with the right credentials
    When the suite goes through the flows as a provider

  @service @CBK-01
  Rule: Callbacks carry the correlation id of their cycle

    Example: Every callback of the flows
      Then each callback carried the correlation id of its own cycle

  @service @CBK-02
  Rule: Callbacks carry a JWT that can be verified

    Example: The JWT of every callback
      Then each callback carried a JWT that the published certificates verify

  @service @CBK-07
  Rule: Bridge-scoped callbacks name a HIP or HIU

    Example: The callbacks that the target names as bridge-scoped
      Then each bridge-scoped callback carried X-HIP-ID or X-HIU-ID
