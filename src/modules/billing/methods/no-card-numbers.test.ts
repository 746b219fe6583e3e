import { Buffer } from 'node:buffer';
import { inspect } from 'node:util';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentGateway } from '#platform/payments/gateway.ts';
import { dumpDatabase } from '#tests/support/database/dump-database.ts';
import { findSecrets } from '#tests/support/database/find-secrets.ts';
import { aFamily } from '#tests/support/billing/pending-order.ts';
import { createTestBilling, openedCharge, type TestBilling } from '#tests/support/billing/test-billing.ts';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  typedAccount,
  typedCard,
} from '#tests/support/billing/test-instruments.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { collect } from '#modules/billing/charges/charges.service.ts';
import { ensureMethod } from './save-method.service.ts';
import { rawInstrument } from './typed-instrument.ts';

const SECURITY_CODE = '7391';
const INSTRUMENTS = [
  ...Object.values(TEST_CARDS).map((number) =>
    typedCard(number, number === TEST_CARDS.amex ? { ccid: SECURITY_CODE } : {}),
  ),
  ...Object.values(TEST_ACCOUNTS).map((number) => typedAccount(number)),
  typedCard('4111111111111111'),
];
const CANARIES = [
  ...Object.values(TEST_CARDS),
  ...Object.values(TEST_ACCOUNTS),
  '4111111111111111',
  SECURITY_CODE,
];

let t: TestBilling;
let billing: BillingContext;
const logged: string[] = [];

beforeAll(async () => {
  t = await createTestBilling();
  billing = {
    ...t.billing,
    log: pino({ level: 'trace', base: undefined }, { write: (line) => void logged.push(line) }),
  };
});
afterAll(() => t.close());

const found = (text: string) => findSecrets(text, CANARIES);

/** A processor with the sent data in error messages, as some have. */
function blabbing(gateway: PaymentGateway): PaymentGateway {
  return {
    ...gateway,
    saveMethod: async (instrument) => {
      throw Object.assign(new Error(`cannot save ${JSON.stringify(instrument)} ${inspect(instrument)}`), {
        instrument,
      });
    },
  };
}

describe('card and account numbers and security codes', () => {
  it('are nowhere in the database or the logs after every kind of payment', async () => {
    for (const instrument of INSTRUMENTS) {
      const opened = await openedCharge(billing, instrument).catch(() => undefined);
      if (opened) await collect(billing, opened.attempt_id);
    }
    const { user_id, program_group_id } = await aFamily(t.database.db);
    const broken = { ...billing, gateway: blabbing(t.gateway) };
    for (const instrument of INSTRUMENTS) {
      await ensureMethod(broken, { user_id, program_group_id, instrument, key: 'broken' }).catch(
        () => undefined,
      );
    }
    expect(logged.length).toBeGreaterThan(0);
    expect(found(logged.join('\n'))).toEqual([]);
    expect(found(await dumpDatabase(t.database.db))).toEqual([]);
  });

  it('would be found: the search sees one that is planted', () => {
    expect(found(`(12,${TEST_CARDS.good},x)`)).toEqual([TEST_CARDS.good]);
    expect(found(`\\x${Buffer.from(TEST_CARDS.amex).toString('hex')}`)).toEqual([TEST_CARDS.amex]);
    expect(found(`{"ccid":"${SECURITY_CODE}"}`)).toEqual([SECURITY_CODE]);
  });

  it('show themselves in no printed form of the instrument', () => {
    for (const instrument of INSTRUMENTS) {
      const raw = rawInstrument(instrument);
      expect(
        found(
          [
            JSON.stringify(raw),
            inspect(raw, { depth: 9, showHidden: true }),
            Object.values(raw).join(' '),
          ].join('\n'),
        ),
      ).toEqual([]);
    }
  });
});
