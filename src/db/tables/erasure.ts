import type { SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Sealed } from '#kit/sealed.ts';

/*
 * What becomes of a row of people when they are erased (H11), and which columns a family's copy leaves out
 * (H12). Each table that holds people has its declaration below it; a column without a fate does not compile.
 */

/**
 * When people are erased: `account` when a student or an account is deleted, `end` when no contract needs the
 * row any more, because its years are over or because its order came to nothing.
 */
export type Moment = 'account' | 'end';

type Kept = { kept: string };
type Erased<Value> = { becomes: Value; on: readonly Moment[] };

/** What becomes of one column: kept for a reason, or replaced by a value of the column or an expression. */
export type Fate<Value> = Kept | Erased<Value | SQL>;

type Row<T extends PgTable> = T['$inferSelect'];
/** An empty text is the same sealed or not. */
type EmptySeal<Value> = Sealed extends Value ? '' : never;
type Fates<T extends PgTable> = {
  [Column in keyof Row<T>]-?: Fate<Row<T>[Column] | EmptySeal<Row<T>[Column]>>;
};

type Copied<T extends PgTable> = {
  /** columns that say nothing to a family, or would open something */
  notCopied?: readonly (keyof Row<T>)[];
};

export type Erasure<T extends PgTable = PgTable> = {
  table: T;
  /** undefined where the rows are deleted */
  fates: Readonly<Record<string, Fate<unknown>>> | undefined;
  /** when the rows are deleted; undefined where they are kept */
  deletedOn: Moment | undefined;
  notCopied: readonly string[];
};

/** Columns that stay when the people are erased, and why. */
export const keptFor = <const Column extends string>(reason: string, columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, { kept: reason }])) as Record<Column, Kept>;

/** A column that is replaced at whichever moment comes first. */
export const erased = <const Value>(becomes: Value): Erased<Value> => ({ becomes, on: ['account', 'end'] });

/** A column that goes with the account, and stays while the account does. */
export const erasedWithAccount = <const Value>(becomes: Value): Erased<Value> => ({
  becomes,
  on: ['account'],
});

/** A column that a contract needs until its years are over. */
export const erasedAtEnd = <const Value>(becomes: Value): Erased<Value> => ({ becomes, on: ['end'] });

/** A table whose rows stay, column by column. */
export const erasureOf = <T extends PgTable>(
  table: T,
  fates: Fates<T>,
  { notCopied = [] }: Copied<T> = {},
): Erasure<T> => ({ table, fates, deletedOn: undefined, notCopied: notCopied as readonly string[] });

/** A table whose rows are deleted with their people. */
export const rowsDeleted = <T extends PgTable>(
  table: T,
  deletedOn: Moment,
  { notCopied = [] }: Copied<T> = {},
): Erasure<T> => ({ table, fates: undefined, deletedOn, notCopied: notCopied as readonly string[] });

/** The columns of a table that a moment erases, by name, with what stands there afterwards. */
export function erasedValues<T extends PgTable>({ fates }: Erasure<T>, moment: Moment) {
  const erasedNow = Object.entries(fates ?? {}).flatMap(([column, fate]) =>
    'kept' in fate || !fate.on.includes(moment) ? [] : [[column, fate.becomes]],
  );
  return Object.fromEntries(erasedNow) as { [Column in keyof Row<T>]?: Row<T>[Column] | SQL };
}
