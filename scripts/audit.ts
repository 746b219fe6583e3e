import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { m } from '#i18n/messages.js';
import { streamAuditLog, verifyAuditLog, type AuditFault } from '#platform/audit/audit-chain.ts';
import type { AppContext } from '#server/app-context.ts';
import { readAuditArguments, type AuditArguments } from './command/audit-arguments.ts';
import { complain, runCommand, say } from './command/run-command.ts';

/*
 * `npm run audit:verify` and `npm run audit:stream`, while the portal runs or not (H13). The first exits with
 * 1 when something is wrong.
 */

const FOLLOW_EVERY_MS = 5_000;

const SENTENCES = {
  changed: m.portal_audit_changed,
  removed: m.portal_audit_removed,
  squeezed_in: m.portal_audit_squeezed_in,
  link_removed: m.portal_audit_link_removed,
  link_unsigned: m.portal_audit_link_unsigned,
  head_unsigned: m.portal_audit_head_unsigned,
  head_unlike: m.portal_audit_head_unlike,
} as const;

const sentenceOf = (fault: AuditFault): string =>
  SENTENCES[fault.k]({ id: 'audit_id' in fault ? fault.audit_id : fault.seq });

async function verify(context: AppContext, noted: string | undefined): Promise<number> {
  const { faults, chained, waiting, head } = await verifyAuditLog(context, noted);
  for (const fault of faults) complain(sentenceOf(fault));
  say(m.portal_audit_counted({ chained, waiting, faults: faults.length }));
  if (head) say(m.portal_audit_head({ head }));
  return faults.length === 0 ? 0 : 1;
}

async function stream(
  { db }: AppContext,
  { after, follow }: Extract<AuditArguments, { verb: 'stream' }>,
): Promise<number> {
  for (let last = after; ;) {
    for await (const row of streamAuditLog(db, last)) {
      // Who reads slowly is waited for.
      if (!process.stdout.write(`${JSON.stringify(row)}\n`)) await once(process.stdout, 'drain');
      last = row.seq;
    }
    if (!follow) return 0;
    await sleep(FOLLOW_EVERY_MS);
  }
}

process.exitCode = await runCommand({
  asked: readAuditArguments(process.argv.slice(2)),
  usage: () => m.portal_audit_usage(),
  run: (context, asked) => (asked.verb === 'verify' ? verify(context, asked.head) : stream(context, asked)),
});
