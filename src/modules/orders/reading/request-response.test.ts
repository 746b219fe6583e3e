import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { refundRequestShape } from '#modules/orders/order-requests.contract.ts';
import { REQUEST_STATES } from '#modules/orders/request.states.ts';
import { toRefundRequestResponse, windowsOf } from './request-response.ts';

type Stored = Parameters<typeof toRefundRequestResponse>[0];

const aRequest = (changes: Partial<Stored> = {}): Stored => ({
  requested_at: new Date('2026-04-10T14:00:00Z'),
  type: 0,
  status: 'requested',
  taken_up_at: null,
  ended_at: null,
  way: null,
  amount_cents: null,
  check_number: null,
  reason: null,
  ...changes,
});
const decided = {
  way: 'check' as const,
  amount_cents: cents(280_000),
  check_number: '1042',
  reason: 'Too late',
};

describe('a refund request as its family sees it (R2)', () => {
  it('tells when and what was asked for, and nothing of what has not happened', () => {
    expect(toRefundRequestResponse(aRequest())).toEqual({
      requested_at: '2026-04-10T14:00:00.000Z',
      type: 0,
      state: 'requested',
      taken_up_at: null,
      ended_at: null,
      way: null,
      amount_cents: null,
      check_number: null,
      reason: null,
    });
  });

  it('tells how much went back and how once it is finished, and not before', () => {
    for (const status of REQUEST_STATES) {
      const { way, amount_cents, check_number } = toRefundRequestResponse(aRequest({ ...decided, status }));
      const isTold = status === 'finished';
      expect([way, amount_cents, check_number]).toEqual(
        isTold ? ['check', 280_000, '1042'] : [null, null, null],
      );
    }
  });

  it('tells why it was declined, and no reason in any other state', () => {
    const reasons = REQUEST_STATES.map(
      (status) => toRefundRequestResponse(aRequest({ ...decided, status })).reason,
    );
    expect(reasons).toEqual(REQUEST_STATES.map((status) => (status === 'declined' ? 'Too late' : null)));
  });

  it('has the declared shape in every state', () => {
    for (const status of REQUEST_STATES) {
      const told = toRefundRequestResponse(aRequest({ ...decided, status, ended_at: new Date(0) }));
      expect(refundRequestShape.parse(told)).toEqual(told);
    }
  });
});

describe('the two windows of a school year (R1)', () => {
  const period = {
    refund_offered: false,
    refund_open: true,
    refund_cutoff: plainDate('2021-07-10'),
    reassign_open: false,
    reassign_cutoff: plainDate('2023-07-10'),
    reassign_to: 'Seaway Coaches',
    reassign_address_1: '4 Harbor Way',
    reassign_city: 'Yonkers',
    reassign_state: 'NY',
    reassign_zip: '10705',
    reassign_phone: '914-555-0150',
    reassign_due_on: plainDate('2023-08-01'),
  };
  const program = { reassign_instructions: 'One check for each child.', is_by_check: true };

  it('are the refund’s, and the approval’s with the company that the contracts pass to', () => {
    expect(windowsOf(period, program)).toMatchObject({
      refund: { is_offered: false, is_open: true, cutoff: '2021-07-10' },
      reassign: { is_offered: true, is_open: false, cutoff: '2023-07-10', company: 'Seaway Coaches' },
    });
  });

  it('offer no approval until the new company is named', () => {
    const { reassign } = windowsOf({ ...period, reassign_open: true, reassign_to: null }, program);
    expect(reassign).toMatchObject({ is_offered: false, is_open: true, company: null });
  });

  it('do not end where no last day is set', () => {
    const endless = { ...period, refund_cutoff: null, reassign_cutoff: null };
    const { refund, reassign } = windowsOf(endless, program);
    expect([refund.cutoff, reassign.cutoff]).toEqual([null, null]);
  });

  /** @shows MP5.1 */
  it('say where, until when and how the new company is paid, as far as it has said so', () => {
    expect(windowsOf(period, program).reassign).toMatchObject({
      mail_to: ['4 Harbor Way', 'Yonkers, NY 10705'],
      phone: '914-555-0150',
      due_on: '2023-08-01',
      instructions: 'One check for each child.',
    });
    const unknown = { ...period, reassign_address_1: null, reassign_city: null, reassign_state: null };
    const { reassign } = windowsOf({ ...unknown, reassign_zip: null }, undefined);
    expect([reassign.mail_to, reassign.instructions]).toEqual([[], null]);
  });
});
