/* oxlint-disable no-underscore-dangle -- the driver has no other way to what reads its rows */
import pg from 'pg';

/** What the driver keeps of a statement's rows, so that it can read them. */
type Description = Pick<DriverResult, 'fields' | '_parsers' | '_prebuiltEmptyResultObject'>;

/** The parts of the driver that it does not declare. */
type DriverResult = pg.Result & { _parsers: unknown; _prebuiltEmptyResultObject: unknown };
type DriverQuery = pg.Query & {
  readonly name: string;
  _result: DriverResult;
  _accumulateRows: boolean;
  hasBeenParsed(connection: pg.Connection): boolean;
  prepare(connection: pg.Connection): void;
  handleRowDescription(message: unknown): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
};
type DriverQueryClass = new (
  config: pg.QueryConfig,
  values: unknown[] | undefined,
  callback: QueryCallback,
) => DriverQuery;

export type QueryCallback = (error: Error | null | undefined, result: pg.QueryResult) => void;

type Told = {
  byName: Map<string, Description>;
  /** the same connection, which asks for no description */
  quiet: pg.Connection;
};

const toldOn = new WeakMap<pg.Connection, Told>();

/**
 * A statement with a name, whose rows the server describes once a connection. The driver has them described
 * at each use and makes their readers anew, which costs both sides more than many a row does. They cannot
 * change meanwhile: the server refuses a prepared statement whose rows have become others.
 */
export class DescribedQuery extends (pg.Query as unknown as DriverQueryClass) {
  #told: Told | undefined;

  override prepare(connection: pg.Connection): void {
    this.#told = toldBy(connection);
    const known = this.#told.byName.get(this.name);
    if (!known || !this.hasBeenParsed(connection)) return super.prepare(connection);
    Object.assign(this._result, known);
    this._accumulateRows = true;
    super.prepare(this.#told.quiet);
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    this.#keep();
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    super.handleCommandComplete(message, connection);
    // One that answers no rows is not described at all.
    if (!this.#told?.byName.has(this.name)) this.#keep();
  }

  #keep(): void {
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#told?.byName.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

function toldBy(connection: pg.Connection): Told {
  const known = toldOn.get(connection);
  if (known) return known;
  const quiet = Object.create(connection, { describe: { value: () => undefined } }) as pg.Connection;
  const told = { byName: new Map<string, Description>(), quiet };
  toldOn.set(connection, told);
  return told;
}
