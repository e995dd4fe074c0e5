Feature: The transport of an integrator's requests
  What travels in plain sight,
  or to a path that only yesterday's version had, is lost on the way.

  Background:
    Given the integrator has made its journey

  @integrator @SEC-01
  Rule: Calls travel over TLS only

    Example: Every call of the journey
      Then each call travels over TLS

  @integrator @VER-01
  Rule: Paths keep their v1 and v2 segments

    Example: The registry and provider-side paths of the journey
      Then each registry and provider-side path carries its documented version segment
