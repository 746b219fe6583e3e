import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cents, type Cents } from '#kit/money.ts';
import type { ContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import { readTable } from '#tests/support/files/markdown-table.ts';
import { aidDifference } from './aid-difference.ts';

const page = readFileSync(new URL('../../../../docs/domain/financial-aid.md', import.meta.url), 'utf8');
const examples = readTable(page, 'The worked examples', [
  'case',
  'term total',
  'add-ons',
  'aid amount',
  'price without aid',
  'falls due',
] as const);

const amountOf = (text: string): Cents => cents(Math.round(Number(text.replaceAll(',', '')) * 100));

const addonsOf = (...amounts: Cents[]) =>
  amounts.map((amount, id) => ({
    id,
    name: `extra-${id}`,
    text: 'Extra',
    amount,
  })) as unknown as ContractSnapshot['addons'];

describe('the worked examples of docs/domain/financial-aid.md', () => {
  it('are all there', () => expect(examples).toHaveLength(9));

  it.each(examples.map((row) => [row.case, row] as const))('%s', (_case, row) => {
    const extras = amountOf(row['add-ons']);
    const signed = {
      base_contract_cost_cents: amountOf(row['term total']),
      snapshot: { addons: extras === 0 ? [] : addonsOf(cents(1), cents(extras - 1)) },
      amount_cents: amountOf(row['aid amount']),
    };
    expect(aidDifference(signed)).toEqual({
      full_cents: amountOf(row['price without aid']),
      difference_cents: amountOf(row['falls due']),
    });
  });
});
