import { describe, expect, it } from 'vitest';
import type { ContractNote } from '#tests/simulators/stripe/contract-notes.ts';
import { reportOf } from '../../scripts/contract-stripe/report.ts';

const contract = {
  operations: ['Charges.retrieve', 'Refunds.create', 'Refunds.cancel'],
  sent_by_portal: ['Refunds.create'],
  left_out: { 'Refunds.cancel': 'none of ours waits for its payer' },
};
const methods: ContractNote = { kind: 'methods', names: ['refund'] };
const called: ContractNote = { kind: 'called', name: 'refund' };
const account = (changes: Partial<Extract<ContractNote, { kind: 'account' }>> = {}): ContractNote => ({
  kind: 'account',
  isPortal: true,
  requests: 3,
  operations: ['Refunds.create'],
  misfits: [],
  ...changes,
});
const sdk = account({ isPortal: false, operations: ['Charges.retrieve'] });

/** @shows S24.10 */
describe('the contract with Stripe (check 1)', () => {
  it('holds when every operation and method was covered, and the list says by whom', () => {
    const { lines, problems } = reportOf(contract, [methods, called, account(), sdk]);
    expect(problems).toEqual([]);
    expect(lines.slice(0, 3).map((line) => line.replace(/ +/g, ' '))).toEqual([
      'Charges.retrieve sent by the SDK alone; the portal has no use for it',
      'Refunds.create sent by the portal',
      'Refunds.cancel left out: none of ours waits for its payer',
    ]);
    expect(lines).toContain('6 requests with their answers, 0 misfits');
  });

  it.each([
    ['an operation is lost', [account()], 'Charges.retrieve is not covered, and there is no reason why'],
    [
      'the portal no longer sends what it sent',
      [sdk, account({ isPortal: false })],
      'Refunds.create is no longer sent by the portal',
    ],
    [
      'a reason has become untrue',
      [sdk, account({ operations: ['Refunds.create', 'Refunds.cancel'] })],
      'Refunds.cancel is no longer left out',
    ],
    [
      'a request or an answer does not fit',
      [sdk, account({ misfits: ['amount: too much'] })],
      'amount: too much',
    ],
  ] as const)('is broken when %s', (_when, accounts, problem) => {
    expect(reportOf(contract, [methods, called, ...accounts]).problems).toEqual([problem]);
  });

  it('is broken when a method of the adapter is never called, or none was opened', () => {
    expect(reportOf(contract, [methods, account(), sdk]).problems).toEqual(['refund() is never called']);
    expect(reportOf(contract, [account(), sdk]).problems).toEqual(['no adapter was opened']);
  });
});
