import { queryPortal } from '#tests/support/portal/query-portal.ts';

/** Writes the certificate that the nightly job leaves of a school year whose contracts were destroyed. */
export async function plantCertificate(): Promise<{ school: string; season: string }> {
  const rows = await queryPortal(`insert into
      destruction_certificates (destroyed_at, period_id, program_group_id, school, season, contracts,
        signed_copies, acceptances, receipts, first_order_id, last_order_id)
      select now(), p.id, g.id, g.text, p.text, 214, 218, 431, 642, 17, 903
      from periods p, program_groups g where g.path = 'hm' order by p.id limit 1 returning school, season`);
  return rows[0]!;
}
