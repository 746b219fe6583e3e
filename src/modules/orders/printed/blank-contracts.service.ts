import { listPeriodProgramGroups } from '#modules/catalog/catalog.service.ts';
import { sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { listRoutesForSale } from '#modules/catalog/routes/selling.service.ts';
import { blankContractDocument } from '#modules/documents/blank-contract.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { PdfRenderer } from '#platform/pdf/pdf-renderer.ts';

type Deps = { db: Database; clock: Clock; pdfRenderer: PdfRenderer };

export type BlankContracts = Map<number, { says: string; pdf: Promise<Uint8Array> }>;

/**
 * Anybody may ask, so the PDF is laid out again only after a change of content (MB13).
 * @returns undefined for a program not on sale now, or a school without contracts to print
 */
export async function blankContract(
  { db, clock, pdfRenderer }: Deps,
  made: BlankContracts,
  period_program_id: number,
): Promise<Uint8Array | undefined> {
  const [first, ...others] = await listRoutesForSale(db, clock.now(), period_program_id);
  if (!first || !(await isPrintable({ db, clock }, first))) return undefined;
  const document = blankContractDocument([first, ...others], clock.today());
  const says = JSON.stringify(document);
  const known = made.get(period_program_id);
  if (known?.says === says) return known.pdf;
  const pdf = pdfRenderer.print(document);
  made.set(period_program_id, { says, pdf });
  // The next request repeats a failed layout.
  pdf.catch(() => made.delete(period_program_id));
  return pdf;
}

type Sale = Awaited<ReturnType<typeof listRoutesForSale>>[number];

async function isPrintable(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { period_program, period, program_group }: Sale,
): Promise<boolean> {
  if (!period_program.is_active || program_group.current_period_id !== period.id) return false;
  const [group] = listPeriodProgramGroups(await sellingCatalog(db, clock.now()), {
    period_id: period.id,
    program_group_id: program_group.id,
    activeOnly: true,
  });
  return (group?.printable_contracts.length ?? 0) > 0;
}
