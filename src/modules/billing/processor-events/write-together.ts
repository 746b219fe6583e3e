type Waiting<Row> = { row: Row; done: (isAnyNew: boolean) => void; failed: (error: unknown) => void };

const MOST = 100;

/**
 * Writes the rows collected during a statement in the next statement: a busy database commits once for many
 * rows. If a statement fails, each row is written alone, so a bad row fails alone.
 * @param write  commits rows. @returns the number of new rows
 * @returns whether any row of the same statement was new
 */
export function writeTogether<Row>(write: (rows: Row[]) => Promise<number>): (row: Row) => Promise<boolean> {
  const waiting: Waiting<Row>[] = [];
  let isWriting = false;
  const writeOne = async ({ row, done, failed }: Waiting<Row>) => {
    try {
      done((await write([row])) > 0);
    } catch (error) {
      failed(error);
    }
  };
  const writeAll = async (batch: Waiting<Row>[]) => {
    try {
      const isAnyNew = (await write(batch.map(({ row }) => row))) > 0;
      for (const { done } of batch) done(isAnyNew);
    } catch {
      for (const one of batch) await writeOne(one);
    }
  };
  const go = async () => {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST);
      if (batch.length === 1) await writeOne(batch[0]!);
      else await writeAll(batch);
    }
    isWriting = false;
  };
  return (row) =>
    new Promise((done, failed) => {
      waiting.push({ row, done, failed });
      if (!isWriting) void go();
    });
}
