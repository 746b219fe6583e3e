import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { m } from '#i18n/messages.js';
import { streamAuditLog, verifyAuditLog, type AuditFault } from '#platform/audit/audit-chain.ts';
import type { AppContext } from '#server/app-context.ts';
import { DONE, NOT_DONE, NotUnderstood, type Handler } from './command-line.ts';
import { onDatabase } from './on-database.ts';
import { complain, say } from './say.ts';

/* `audit verify` and `audit stream`, while the portal runs or not (H13). */

const HEAD = /^[1-9]\d*:[0-9a-f]{64}$/;
const SEQ = /^\d{1,15}$/;

const FOLLOW_EVERY_MS = 5_000;

const SENTENCES = {
  changed: m.portal_audit_changed,
  removed: m.portal_audit_removed,
  squeezed_in: m.portal_audit_squeezed_in,
  back_dated: m.portal_audit_back_dated,
  link_removed: m.portal_audit_link_removed,
  link_bogus: m.portal_audit_link_bogus,
  link_unsigned: m.portal_audit_link_unsigned,
  head_unsigned: m.portal_audit_head_unsigned,
  head_unlike: m.portal_audit_head_unlike,
} as const;

function sentenceOf(fault: AuditFault): string {
  if (fault.k === 'text_changed')
    return m.portal_audit_text_changed({ id: fault.audit_id, name: fault.name });
  if (fault.k === 'links_removed') return m.portal_audit_links_removed({ from: fault.seq, to: fault.to });
  return SENTENCES[fault.k]({ id: 'audit_id' in fault ? fault.audit_id : fault.seq });
}

async function verifyFrom(context: AppContext, noted: string | undefined): Promise<number> {
  const { faults, chained, waiting, head } = await verifyAuditLog(context, noted);
  for (const fault of faults) complain(sentenceOf(fault));
  say(m.portal_audit_counted({ chained, waiting, faults: faults.length }));
  if (head) say(m.portal_audit_head({ head }));
  return faults.length === 0 ? DONE : NOT_DONE;
}

async function streamFrom({ db }: AppContext, after: number, follow: boolean): Promise<number> {
  for (let last = after; ;) {
    for await (const row of streamAuditLog(db, last)) {
      // Who reads slowly is waited for.
      if (!process.stdout.write(`${JSON.stringify(row)}\n`)) await once(process.stdout, 'drain');
      last = row.seq;
    }
    if (!follow) return DONE;
    await sleep(FOLLOW_EVERY_MS);
  }
}

export const verify: Handler = async ({ options: { head } }) => {
  if (head !== undefined && !HEAD.test(String(head))) throw new NotUnderstood(m.portal_audit_must_head());
  return onDatabase((context) => verifyFrom(context, head as string | undefined));
};

export const stream: Handler = async ({ options: { after = '0', follow } }) => {
  if (!SEQ.test(String(after))) throw new NotUnderstood(m.portal_audit_must_after());
  return onDatabase((context) => streamFrom(context, Number(after), follow === true));
};
