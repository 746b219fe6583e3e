import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';
import { isForStaff } from '#tests/support/endpoints/call-endpoint.ts';

const { app } = await openTestApp();
const ofOffice = app.endpoints.filter(isForStaff);

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};

/** The paths of all numbers in a shape. */
function numbersIn(schema: Schema, path: string): string[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])];
  const isNumber = schema.type === 'number' || schema.type === 'integer';
  return [
    ...(isNumber ? [path] : []),
    ...inner.flatMap((one) => numbersIn(one, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => numbersIn(one, `${path}.${name}`)),
  ];
}

const jsonOf = (shape: z.ZodType) => z.toJSONSchema(shape, { unrepresentable: 'any', io: 'input' }) as Schema;

const shapesOf = ({ name, item, body }: EndpointDefinition): [string, z.ZodType][] =>
  [item, body].flatMap((shape) => (shape instanceof z.ZodType ? [[name, shape] as [string, z.ZodType]] : []));

const MONEY = /amount|price|sum|revenue|balance|total|deposit|\bfee|owed|paid|surcharge/;

/** Numbers of rows or families, and percents. */
const IS_NO_SUM = /\.total$|\.waiting\.owed$|CongestionFee(s)?\.paid$|_milli_percent$/;

/** Answers in the shapes of orders, payments and season files, whose sums are dollars (C1). */
const IN_DOLLARS: readonly RegExp[] = [
  /^(cancelOrder|writeNotes|readParent\.orders|readOfficeOrder\.order)\./,
  /^(readPayment|editPayment|chargePayment|reverseEntry)\./,
  /^(createAidCode|listAidCodes)\.(awarded|least)_amount$/,
];

describe('a sum in a call of the office', () => {
  /** @shows OF0.28 */
  it('is in cents and its name says so, but for the shapes that orders and season files have', () => {
    const numbers = ofOffice.flatMap(shapesOf).flatMap(([name, shape]) => numbersIn(jsonOf(shape), name));
    const sums = numbers.filter((path) => MONEY.test(path.split('.').at(-1)!) && !IS_NO_SUM.test(path));
    expect(sums.length).toBeGreaterThan(60);
    const others = sums.filter((path) => !path.endsWith('_cents'));
    expect(others.filter((path) => !IN_DOLLARS.some((shape) => shape.test(path)))).toEqual([]);
  });
});

describe('a list of the office', () => {
  /** @shows OF0.29 */
  it('answers 50 rows, at most 200, and goes on behind a cursor', async () => {
    const lists = ofOffice.filter(({ query }) => query && 'after' in (jsonOf(query).properties ?? {}));
    expect(lists.length).toBeGreaterThan(10);
    for (const { query, name } of lists) {
      const { limit } = jsonOf(query!).properties!;
      expect([name, limit]).toEqual([name, expect.objectContaining({ default: 50, maximum: 200 })]);
    }
  });
});
