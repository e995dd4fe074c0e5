Feature: One more obligation

  @integrator @XTR-01
  Rule: Session requests have no query in their address

    Example: Creating a session
      When the integrator creates a session
      Then no request has a query in its address
