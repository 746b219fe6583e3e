import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cents, milliPercentFromPercent, type Cents } from '#kit/money.ts';
import { readTable, type Row } from '#tests/support/files/markdown-table.ts';
import {
  aDiscount,
  aPriceList,
  aSelection,
  aTerm,
  anAddon,
  exampleCents,
  exampleDay,
  exampleLater,
  REAL_CARD_FEE,
  SANDBOX_CARD_FEE,
} from '#tests/support/billing/prices.ts';
import type { PricedTerm, PriceList } from './price-list.ts';
import { quoteShape } from './pricing.contract.ts';
import { priceIn, priceKeyOf, type Quote, type TypeQuote } from './quoted-prices.ts';
import { buildQuote } from './quote.ts';

const page = readFileSync(new URL('../../../docs/domain/pricing.md', import.meta.url), 'utf8');
const CHOICES = ['#', 'case', 'term', 'add-ons', 'sibling', 'aid', 'paid by', 'setting'] as const;
const FIGURES = ['subtotal', 'discount', 'net', 'base', 'fee', 'due today', 'later', 'year total'] as const;
type Example = Row<(typeof CHOICES)[number] | (typeof FIGURES)[number]>;

const examples: Example[] = readTable(page, 'The worked examples', [...CHOICES, ...FIGURES]);
const signedOn = exampleDay('04/10/2026');

const terms = readTable(page, 'The terms', [
  'term',
  'type',
  'deposit',
  'later payment',
  'payments',
  'scheduled',
]).map((row, at): PricedTerm =>
  aTerm({
    id: at + 1,
    name: row.term,
    payment_term_type: pick(row.type, {
      Full: 'paymentTermTypeFull',
      Scheduled: 'paymentTermTypeScheduled',
    } as const),
    deposit: exampleCents(row.deposit),
    amount: exampleCents(row['later payment']),
    number_payments: Number(row.payments),
    scheduled_dt: row.scheduled === 'none' ? null : exampleDay(row.scheduled),
  }),
);

const addons = readTable(page, 'The add-ons', ['add-on', 'amount']).map((row, at) =>
  anAddon({ id: at + 1, text: row['add-on'], amount: exampleCents(row.amount) }),
);

function pick<V>(text: string, meanings: Record<string, V>): V {
  const meaning = meanings[text];
  if (meaning === undefined) throw new Error(`"${text}" is none of ${Object.keys(meanings).join(', ')}`);
  return meaning;
}

function idOf(name: string, among: readonly { id: number; called: string }[]): number {
  return pick(name, Object.fromEntries(among.map(({ id, called }) => [called, id])));
}

function siblingRule(text: string) {
  const flat = /^flat (\d+)$/.exec(text)?.[1];
  if (flat) return aDiscount({ amount_flat: exampleCents(flat), amount_percentage: null });
  const percent = /^([\d.]+) %$/.exec(text)?.[1];
  if (percent) return aDiscount({ amount_percentage: milliPercentFromPercent(Number(percent)) });
  throw new Error(`not a sibling discount: ${text}`);
}

function settings(text: string): PriceList['company'] {
  return pick(text, {
    none: { half_rounding_unit_cents: cents(1), aid_fee_base: 'subtotal' },
    'aid_fee_base charge': { half_rounding_unit_cents: cents(1), aid_fee_base: 'charge' },
    'half_rounding_unit_cents 100': { half_rounding_unit_cents: cents(100), aid_fee_base: 'subtotal' },
    'real money': { half_rounding_unit_cents: cents(1), aid_fee_base: 'subtotal' },
  } as const);
}

function quoteOf(row: Example) {
  const discounts = row.sibling === 'none' ? [] : [siblingRule(row.sibling)];
  const term = terms.find(({ name }) => name === row.term);
  if (!term) throw new Error(`no term ${row.term}`);
  const selection = aSelection({
    payment_term_id: term.id,
    addonIds:
      row['add-ons'] === 'none'
        ? []
        : [
            idOf(
              row['add-ons'],
              addons.map(({ id, text }) => ({ id, called: text })),
            ),
          ],
    discountId: discounts[0]?.id ?? null,
    aid: row.aid === 'none' ? null : { amount_cents: exampleCents(row.aid) },
  });
  // Each term is the only term of the type here, so the page's cheaper terms do not displace the term (T7).
  return buildQuote(
    selection,
    aPriceList({
      terms: [term],
      addons,
      discounts,
      company: settings(row.setting),
      card_fee: cardFeeOf(row),
    }),
    signedOn,
  );
}

const cardFeeOf = ({ setting }: Example) => (setting === 'real money' ? REAL_CARD_FEE : SANDBOX_CARD_FEE);

const PRICES = {
  bank: 'paymentTypeAch',
  card: 'paymentTypeCreditCard',
  'debit card': 'debit_card',
  none: 'paymentTypeNone',
} as const;

function paidBy(quote: Quote, row: Example): TypeQuote {
  const state = /^card of (\w+)$/.exec(row['paid by'])?.[1];
  const billing_state = state === 'nowhere' ? null : (state ?? null);
  const card = { paymentType: 'paymentTypeCreditCard', funding: 'credit', billing_state } as const;
  const key = state ? priceKeyOf(card, cardFeeOf(row)) : pick(row['paid by'], PRICES);
  const priced = priceIn(quote, key);
  if (!priced) throw new Error(`can't be paid by ${key}`);
  return priced;
}

describe('the worked examples of docs/domain/pricing.md', () => {
  it('are all there', () => {
    const numbers = Array.from({ length: 26 }, (_, at) => String(at + 1));
    const withVariants = numbers.flatMap((at) => (['2', '7', '16'].includes(at) ? [at, `${at}a`] : [at]));
    expect(examples.map((row) => row['#'])).toEqual(withVariants);
  });

  it.each(examples.map((row) => [row['#'], row.case, row] as const))('%s. %s', (_number, _case, row) => {
    const quote = quoteOf(row);
    const paid = paidBy(quote, row);
    const figure = (column: (typeof FIGURES)[number]): Cents => exampleCents(row[column]);
    expect({ ...quote, ...paid }).toMatchObject({
      subtotal_cents: figure('subtotal'),
      discount_cents: figure('discount'),
      net_cents: figure('net'),
      surcharge_base_cents: figure('base'),
      surcharge_cents: figure('fee'),
      due_today_cents: figure('due today'),
      year_total_cents: figure('year total'),
    });
    expect(paid.later).toEqual(exampleLater(row.later));
    expect(quoteShape.parse(quote)).toEqual(quote);
  });
});
