Feature: Callbacks to a provider
  A callback decides over money and comes from outside: a provider that
  takes one unread pays for claims that anybody can approve.

  @integrator @CBK-03
  Rule: Callbacks with a valid JWT are taken

    Example: Every callback that the payer sent
      Given the integrator has gone through the flows with the payer
      And the integrator has met callbacks of all sorts
      Then each callback with a valid JWT was taken

  @integrator @CBK-04
  Rule: A callback without a valid JWT is refused

    Example: Forged callbacks, and their valid twin
      Given the integrator has met callbacks of all sorts
      Then each forged callback was refused, and its valid twin taken

  @integrator @CBK-05
  Rule: Parallel cycles are told apart

    Example: Four cycles that are decided out of order
      Given the integrator has had several cycles at once
      Then each cycle ended as its own callback says

  @integrator @CBK-06
  Rule: Repeated, late and unknown callbacks do no harm

    Example: A callback twice, one too late, and one for nobody
      Given the integrator has met callbacks of all sorts
      Then none of the odd callbacks did any harm

  @integrator @CBK-08
  Rule: A JWT meant for others is refused

    Example: Another audience, another issuer, and their valid twin
      Given the integrator has met callbacks of all sorts
      Then each callback with a JWT for others was refused
