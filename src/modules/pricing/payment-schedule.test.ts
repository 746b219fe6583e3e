import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTable } from '#tests/support/files/markdown-table.ts';
import { aTerm, exampleCents, exampleDay, exampleLater } from '#tests/support/billing/prices.ts';
import { laterPayments } from './payment-schedule.ts';

const page = readFileSync(new URL('../../../docs/domain/payment-schedule.md', import.meta.url), 'utf8');
const columns = [
  'case',
  'type',
  'payments',
  'each',
  'scheduled',
  'sold until',
  'signed',
  'falls due',
] as const;
const examples = readTable(page, 'The worked examples', columns);
const dayOrNone = (text: string) => (text === 'none' ? null : exampleDay(text));

describe('the worked examples of docs/domain/payment-schedule.md', () => {
  it('are all there', () => {
    expect(examples).toHaveLength(19);
  });

  it.each(examples.map((row) => [row.case, row] as const))('%s', (_case, row) => {
    expect(['Full', 'Scheduled']).toContain(row.type);
    const term = aTerm({
      payment_term_type: row.type === 'Full' ? 'paymentTermTypeFull' : 'paymentTermTypeScheduled',
      number_payments: Number(row.payments),
      amount: exampleCents(row.each),
      scheduled_dt: dayOrNone(row.scheduled),
      thru_dt: dayOrNone(row['sold until']),
    });
    const expected = exampleLater(row['falls due']).map(({ pay_on, amount_cents }) => ({
      pay_on,
      amount_cents,
    }));
    expect(laterPayments(term, exampleDay(row.signed))).toEqual(expected);
  });
});

describe('a payment schedule', () => {
  it('is never asked of a term without payments', () => {
    expect(() => laterPayments(aTerm({ number_payments: 0 }), exampleDay('04/10/2026'))).toThrow(
      'at least one payment',
    );
  });
});
