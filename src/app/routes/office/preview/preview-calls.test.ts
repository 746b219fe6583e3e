import { describe, expect, it } from 'vitest';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { plainDate } from '#kit/plain-date.ts';
import { currentUser, listOptions, login, type User } from '#modules/accounts/accounts.contract.ts';
import { listPaymentMethods } from '#modules/billing/methods/methods.contract.ts';
import { readServerInfo } from '#modules/catalog/catalog.contract.ts';
import { listRoutes } from '#modules/catalog/routes/routes.contract.ts';
import { readSeasonBoard } from '#modules/office/seasons/board.contract.ts';
import { verifyFinancialAidCode } from '#modules/orders/discounts/check-codes.contract.ts';
import { listOrders, placeOrder } from '#modules/orders/orders.contract.ts';
import { joinWaitingList } from '#modules/seats/seats.contract.ts';
import {
  createAddress,
  listAddresses,
  listStudents,
  updateStudent,
} from '#modules/students/students.contract.ts';
import { isStudentAge } from '#modules/students/student-age.ts';
import { madeUpChild, madeUpFamily, madeUpParent } from './made-up-family.ts';
import { previewCalls } from './preview-calls.ts';

const on = plainDate('2027-03-01');
const OPTIONS = [
  { id: 7, key: 'paymentTypeAch' },
  { id: 8, key: 'paymentTypeCreditCard' },
] as never;

type Changes = {
  aid?: number | null;
  siblingAt?: { program_group_id: number; period_id: number };
  isFull?: boolean;
};

/** A call as the build gives it to pages: without guard and shapes. */
const asBuilt = ({ name, method, path }: EndpointDefinition) =>
  ({ name, method, path }) as EndpointDefinition;

/** What the server is sent, and what the page is answered. */
function opened({ aid = null, siblingAt, isFull = false }: Changes = {}) {
  const family = madeUpFamily({ on, options: OPTIONS, aid, siblingAt: siblingAt ?? null });
  const around = previewCalls({
    preview: { season_id: 4, on, as: 'parent', is_open: false },
    family,
    isFull,
  });
  return async (
    definition: EndpointDefinition,
    sent: { params?: Record<string, unknown>; body?: unknown } = {},
  ) => {
    let headers: Record<string, string> | undefined | null = null;
    const answer = await around(asBuilt(definition), sent, async (added) => {
      headers = added;
      return [{ id: 3, seats_left: 12 }];
    });
    return { headers: headers as Record<string, string> | undefined | null, answer: answer as any[] };
  };
}

const HEADERS = {
  'preview-season': '4',
  'preview-on': '2027-03-01',
  'preview-as': 'parent',
  'preview-open': '0',
};

/** @shows SE7.2 */
describe('the calls of a preview', () => {
  it.each([readServerInfo, listRoutes, placeOrder, joinWaitingList] as EndpointDefinition[])(
    'carry the headers, those that would write too ($name)',
    async (definition) => {
      expect((await opened()(definition)).headers).toEqual(HEADERS);
    },
  );

  it.each([currentUser, listOptions, login, readSeasonBoard] as EndpointDefinition[])(
    'of the session and the office go on as before ($name)',
    async (definition) => {
      expect((await opened()(definition)).headers).toBeUndefined();
    },
  );

  it('about the family do not reach the server', async () => {
    for (const definition of [listStudents, listAddresses, listPaymentMethods, listOrders])
      expect((await opened()(definition)).headers).toBeNull();
  });
});

/** @shows SE7.3 */
describe('the made-up family', () => {
  it('has a child of an age to ride, whose name and ZIP stay as typed', async () => {
    const call = opened();
    expect(isStudentAge(madeUpChild(on).date_of_birth, on)).toBe(true);
    const [address] = (await call(createAddress, { body: { zip: '10463' } })).answer;
    expect(address).toMatchObject({ id: 1, zip: '10463' });
    await call(updateStudent, { params: { id: 1 }, body: { first_name: 'Chidi', zip: '10463' } });
    expect((await call(listStudents)).answer).toMatchObject([{ id: 1, first_name: 'Chidi', zip: '10463' }]);
    expect((await call(listAddresses)).answer).toHaveLength(1);
  });

  it('has a bank account, a credit card and a debit card', async () => {
    const { answer } = await opened()(listPaymentMethods);
    expect(answer.map(({ payment_type_id, funding }) => [payment_type_id, funding])).toEqual([
      [8, 'debit'],
      [8, 'credit'],
      [7, null],
    ]);
  });

  it('has another child with a contract, where asked for', async () => {
    const siblingAt = { program_group_id: 5, period_id: 4 };
    expect((await opened()(listOrders)).answer).toEqual([]);
    const [order] = (await opened({ siblingAt })(listOrders)).answer;
    expect(order.order_detail.contract).toMatchObject({
      contract_number: expect.stringMatching(/\S/),
      contract_detail: { program_group: { id: 5 }, period: { id: 4 } },
    });
  });

  it('has the aid that any code brings', async () => {
    const sent = { body: { code: 'ANY' } };
    expect((await opened({ aid: 500 })(verifyFinancialAidCode, sent)).answer).toMatchObject([
      { code: 'ANY', awarded_amount: 500 },
    ]);
    expect((await opened()(verifyFinancialAidCode, sent)).answer).toMatchObject([{ awarded_amount: null }]);
  });

  it('meets full routes, where asked for', async () => {
    expect((await opened()(listRoutes)).answer).toEqual([{ id: 3, seats_left: 12 }]);
    expect((await opened({ isFull: true })(listRoutes)).answer).toEqual([{ id: 3, seats_left: 0 }]);
  });

  it('has nothing of the viewer but, where asked for, the roles', () => {
    const viewer = { id: 12, first_name: 'Dana', email: 'dana@cole.example', roles: [{ role_type_id: 2 }] };
    const parent = madeUpParent(viewer as User, []);
    expect(parent).toMatchObject({ id: 0, roles: [] });
    expect(JSON.stringify(parent)).not.toMatch(/dana/i);
  });
});
