Feature: One more obligation

  Background:
    Given the integrator has run its complete flow

  @integrator @XTR-01
  Rule: Session requests have no query in their address

    Example: Every session request of the journey
      Then no session request has a query in its address
