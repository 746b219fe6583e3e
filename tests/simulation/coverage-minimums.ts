/**
 * How often two hundred seasons must have gone through each thing, at the least: half of what they do or
 * less, so that a change which keeps something from happening is noticed.
 */
const OF_TWO_HUNDRED_SEASONS: Readonly<Record<string, number>> = {
  crash: 800,
  'charge request lost': 300,
  'charge answer lost': 230,
  'charge request late': 60,
  'findCharge request lost': 5,
  'findCharge answer lost': 6,
  'readCharge request lost': 400,
  'readCharge answer lost': 400,
  'readRefund request lost': 15,
  'events request lost': 600,
  'saveMethod answer lost': 200,
  'processor away for a day': 150,
  'books compared with a debit on its way': 500,
  'books compared with a payout': 2000,
  'portal away': 100,
  'keys forgotten': 800,
  'event late': 80,
  'event repeated': 800,
  'pressed twice': 80,
  'pressed in two tabs': 60,
  'told of an order': 300,
  'refused payment_unconfirmed': 50,
  'refused order_exists': 100,
  'refused route_full': 40,
  'refused method_needed': 8,
  'waits for a seat': 2,
  'discount of a sibling': 5,
  'financial aid': 80,
  'told of a seat that is kept': 40,
  'aid confirmed': 15,
  'aid confirmed before its first charge': 5,
  'aid declined': 25,
  'aid asked for after a decline': 4,
  'end of an order with its aid approved': 1,
  'paid now': 20,
  'method added': 200,
  'method deleted': 40,
  'method made the default': 30,
  'attempt declined': 120,
  'attempt not_found': 12,
  'attempt healed by the resolver': 100,
  'attempt of a later payment': 400,
  'attempt returned R01': 100,
  'attempt returned R02': 15,
  'attempt returned R10': 25,
  'attempt returned disputed': 35,
  'payment retried': 70,
  'payment tried four times': 25,
  'payment needs a method': 40,
  'order fully paid': 200,
  'order past due': 100,
  'order payment_failed': 10,
  'order ended by staff': 30,
  'staff: received_by': 6,
  'staff: check over another amount': 2,
  'staff: taken back': 10,
  'refused payment_edited': 3,
  'refund succeeded': 50,
  'refund pressed twice': 30,
  'refund bounced': 4,
  'refund of a whole order': 30,
  'refund of several payments': 3,
  'refund healed by the resolver': 8,
  'refund answer lost': 6,
  'mail sent': 50,
};

/**
 * The same for so many seasons. Fewer seasons vary more: each event must come three quarters as often, once
 * at least. An event that fewer seasons may well go without must come in two hundred alone.
 */
export const minimumsFor = (seasons: number): Record<string, number> =>
  Object.fromEntries(
    Object.entries(OF_TWO_HUNDRED_SEASONS)
      .map(([what, count]) => [what, (count * seasons) / 200] as const)
      .filter(([, count]) => seasons >= 200 || count >= 1.5)
      .map(([what, count]) => [what, Math.floor(seasons >= 200 ? count : Math.max(1, count * 0.75))]),
  );

/** The same for forty seasons through the adapter of Stripe. */
export const OF_FORTY_AT_STRIPE: Readonly<Record<string, number>> = {
  crash: 250,
  'charge answer lost': 30,
  'charge request late': 10,
  'readCharge answer lost': 60,
  'readDispute answer lost': 10,
  'events answer lost': 200,
  'event late': 60,
  'event repeated': 1000,
  'books compared with a debit on its way': 300,
  'books compared with a payout': 400,
  'attempt healed by the resolver': 10,
  'attempt of a later payment': 45,
  'attempt declined': 20,
  'attempt returned R01': 25,
  'attempt returned R10': 10,
  'attempt returned disputed': 5,
  'dispute moved': 13,
  'method taken away at the processor': 20,
  'payer confirms': 2,
  'refund succeeded': 10,
  'refund bounced': 1,
};
