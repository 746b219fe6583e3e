import { subtract, sum, ZERO, type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';

/** A line of money of the year, in the order of the lines. */
export type StatementLine = {
  order_id: number;
  payment_id: number | null;
  /** null for what the office received */
  charge_attempt_id: number | null;
  payment_number: number | null;
  day: PlainDate;
  method: string;
  is_fee: boolean;
  /** money back to the family */
  is_credit: boolean;
  /** by a refund, not by a bank */
  is_refund: boolean;
  value_cents: Cents;
};

export type GivenBack = { day: PlainDate; amount_cents: Cents; is_refund: boolean };

export type StatementEntry = {
  payment_number: number | null;
  day: PlainDate;
  method: string;
  principal_cents: Cents;
  fee_cents: Cents;
  given_back: GivenBack[];
  /** what the family has paid by it in the year */
  total_cents: Cents;
};

export type StatementContract<C> = C & { entries: StatementEntry[]; total_cents: Cents };

type Open = StatementEntry & { payment_id: number | null; charge_attempt_id: number | null };

const signed = ({ is_credit, value_cents }: StatementLine): Cents =>
  is_credit ? subtract(ZERO, value_cents) : value_cents;

/** A refund belongs to the last charge of its payment, a return to the charge itself. */
function entryFor(line: StatementLine, entries: readonly Open[]): Open | undefined {
  const ofPayment = entries.filter(({ payment_id }) => payment_id === line.payment_id);
  return (
    ofPayment.findLast(({ charge_attempt_id }) => charge_attempt_id === line.charge_attempt_id) ??
    (line.is_refund ? ofPayment.at(-1) : undefined)
  );
}

function openedBy({ payment_id, charge_attempt_id, payment_number, day, method }: StatementLine): Open {
  const blank = { principal_cents: ZERO, fee_cents: ZERO, given_back: [], total_cents: ZERO };
  return { payment_id, charge_attempt_id, payment_number, day, method, ...blank };
}

function noteBack(entry: Open, line: StatementLine): void {
  const amount_cents = subtract(ZERO, signed(line));
  const same = entry.given_back.find(
    ({ day, is_refund }) => day === line.day && is_refund === line.is_refund,
  );
  if (same) same.amount_cents = sum([same.amount_cents, amount_cents]);
  else entry.given_back.push({ day: line.day, amount_cents, is_refund: line.is_refund });
}

/**
 * The payments of one contract in a year. What went back in a later year than its charge stands as an entry
 * without a payment, so the sum of a year is the sum of its lines (RP4.3).
 */
export function paymentsIn(lines: readonly StatementLine[]): StatementEntry[] {
  const entries: Open[] = [];
  for (const line of lines) {
    let entry = entryFor(line, entries);
    if (!entry) {
      entry = openedBy(line);
      entries.push(entry);
    }
    if (line.is_credit || line.is_refund) noteBack(entry, line);
    else if (line.is_fee) entry.fee_cents = sum([entry.fee_cents, line.value_cents]);
    else entry.principal_cents = sum([entry.principal_cents, line.value_cents]);
    entry.total_cents = sum([entry.total_cents, signed(line)]);
  }
  return entries
    .map(({ payment_id: _, charge_attempt_id: __, ...entry }) => entry)
    .toSorted((a, b) => a.day.localeCompare(b.day));
}

type OfChild = { order_id: number; student_id: number; student: string };

export type StatementChild<C> = {
  student: string;
  contracts: StatementContract<C>[];
  total_cents: Cents;
};

/** By child and contract; contracts without a line of the year are left out (RP4.1). */
export function statementOf<C extends OfChild>(
  contracts: readonly C[],
  lines: readonly StatementLine[],
): { children: StatementChild<C>[]; total_cents: Cents } {
  const withEntries = contracts.flatMap((contract) => {
    const entries = paymentsIn(lines.filter(({ order_id }) => order_id === contract.order_id));
    const total_cents = sum(entries.map((entry) => entry.total_cents));
    return entries.length === 0 ? [] : [{ ...contract, entries, total_cents }];
  });
  const student_ids = [...new Set(withEntries.map(({ student_id }) => student_id))];
  const children = student_ids.map((student_id) => {
    const own = withEntries.filter((contract) => contract.student_id === student_id);
    return {
      student: own[0]!.student,
      contracts: own,
      total_cents: sum(own.map(({ total_cents }) => total_cents)),
    };
  });
  return { children, total_cents: sum(children.map(({ total_cents }) => total_cents)) };
}
