// What Stripe's script brings after itself: nothing that the simulated one needs.
window.stripeHasBroughtMore = true;
