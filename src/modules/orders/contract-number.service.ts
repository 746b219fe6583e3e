import type { Tx } from '#platform/db/database.ts';
import { isNumberTaken, nextSerial, saveContractNumber } from './contract-number.queries.ts';
import { contractNumber, type NumberSeries } from './contract-number.ts';

type Series = NumberSeries & { period: { id: number }; program_group: { id: number } };

/**
 * Gives an order's contract its number, in the transaction that makes the order active.
 * Source: O6
 */
export async function issueContractNumber(tx: Tx, orderId: number, series: Series): Promise<string> {
  let number: string;
  do {
    number = contractNumber(series, await nextSerial(tx, series.period.id, series.program_group.id));
    // Two periods whose names begin with the same year (a summer program) share their two digits.
  } while (await isNumberTaken(tx, number));
  await saveContractNumber(tx, orderId, number);
  return number;
}
