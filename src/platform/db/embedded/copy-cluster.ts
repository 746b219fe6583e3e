import { basename, join } from 'node:path';
import pg from 'pg';
import { invariant } from '#kit/invariant.ts';
import { copyFile, copyFolder, writeText, type CopiedFile } from '#platform/backup/copy-files.ts';

/*
 * Copies as pg_basebackup does (missing in the embedded package). A server started on the copy replays the
 * write-ahead log, and reaches the state of the original at the end of the copy.
 */

/** Contents private to the running server, or created again; the folder stays. */
const EMPTIED =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./;
const LEFT_OUT = /^(postmaster\.(pid|opts)|backup_label.*|\.s\.PGSQL\..*)$/;
const TEMPORARY = /^(pgsql_tmp.*|pg_internal\.init.*)$/;

const isLeftOut = (path: string) =>
  EMPTIED.test(path) || LEFT_OUT.test(path) || TEMPORARY.test(basename(path));

const SLOT = 'schoolrun_backup';

/**
 * @param superuserUrl  of any database of the server
 * @returns the files below `to`, and the instant of the state of the copy
 */
export async function copyRunningCluster(
  superuserUrl: string,
  dataFolder: string,
  to: string,
): Promise<{ at: Date; files: CopiedFile[] }> {
  const client = new pg.Client({ connectionString: superuserUrl });
  client.on('error', () => undefined);
  await client.connect();
  const ask = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows[0]!;
  try {
    // A temporary slot of this session: a killed backup leaves nothing reserved.
    await ask(`select pg_create_physical_replication_slot('${SLOT}_${process.pid}', true, true)`);
    const { first } = await ask<{ first: string }>(
      `select pg_walfile_name(pg_backup_start('schoolrun backup', true)) as first`,
    );
    const copied = await copyFolder(dataFolder, to, isLeftOut);
    const end = await ask<{ label: string; last: string; at: Date }>(
      `select labelfile as label, pg_walfile_name(lsn) as last, clock_timestamp() as at
        from pg_backup_stop(false)`,
    );
    const label = await writeText(join(to, 'backup_label'), end.label);
    const log = await copyLog({ dataFolder, to, first, last: end.last });
    return { at: end.at, files: [...copied, { path: 'backup_label', ...label }, ...log] };
  } finally {
    await client.end();
  }
}

type Log = { dataFolder: string; to: string; first: string; last: string };

async function copyLog({ dataFolder, to, first, last }: Log): Promise<CopiedFile[]> {
  const copied: CopiedFile[] = [];
  for (const name of namesBetween(first, last)) {
    const path = `pg_wal/${name}`;
    const file = await copyFile(join(dataFolder, path), join(to, path));
    invariant(file, `the server has not kept its log ${name} for the backup`);
    copied.push({ path, ...file });
  }
  return copied;
}

const SEGMENTS_OF_A_FILE_NUMBER = 256n;

/** A name is a timeline, a number, and one of 256 parts of the number, each in eight hexadecimal digits. */
export function namesBetween(first: string, last: string): string[] {
  const numberOf = (name: string) =>
    BigInt(`0x${name.slice(8, 16)}`) * SEGMENTS_OF_A_FILE_NUMBER + BigInt(`0x${name.slice(16)}`);
  const hex = (number: bigint) => number.toString(16).toUpperCase().padStart(8, '0');
  const names: string[] = [];
  for (let number = numberOf(first); number <= numberOf(last); number += 1n)
    names.push(
      last.slice(0, 8) + hex(number / SEGMENTS_OF_A_FILE_NUMBER) + hex(number % SEGMENTS_OF_A_FILE_NUMBER),
    );
  return names;
}
