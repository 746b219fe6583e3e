import pg from 'pg';
import { databaseUrlOf } from '#tests/support/portal/data-folder-database.ts';

async function setSum(client: pg.Client, cents: number | null): Promise<void> {
  await client.query('update company set second_person_above_cents = $1', [cents]);
}

/** Lets the company ask a second person above a sum meanwhile. */
export async function withSecondPersonAbove(cents: number, act: () => Promise<void>): Promise<void> {
  const client = new pg.Client(databaseUrlOf(process.env.PORTAL_DATA ?? ''));
  await client.connect();
  try {
    await setSum(client, cents);
    await act();
  } finally {
    await setSum(client, null);
    await client.end();
  }
}
