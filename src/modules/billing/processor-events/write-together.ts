type Waiting<Row> = { row: Row; done: (isAnyNew: boolean) => void; failed: (error: unknown) => void };

/** Of one statement; more wait for the next. */
const MOST = 100;

/**
 * Writes rows that come while a statement is under way by one statement after it, so that a busy database
 * commits once for all of them. Each caller is answered when its own row is committed; where a statement
 * fails, each of its rows is tried alone, so that one that cannot be written fails alone.
 * @param write  commits rows. @returns how many of them were new
 * @returns whether there was a new one among the rows that were written together
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
