/*
 * The keys of a season's stored files. Public files are served at `/storage/` and the key; contract PDFs are
 * only for the owner of the order and staff (W15).
 */

export type SeasonFile = { name: string; key: string };

// People type names; a key has plain letters only, to be the same path on every kind of storage.
const keyPart = (name: string) =>
  name.replaceAll(/[^a-zA-Z0-9-]/g, (sign) =>
    sign === '_' ? '__' : `_${sign.codePointAt(0)?.toString(16)}_`,
  );

/** A contract to print, by the id of the period program group (contracts.md §2). */
export function printableContractKey(period_program_group_id: number, name: string): string {
  return `period-program-groups/${period_program_group_id}/${name}`;
}

type OfRoute = { period: string; program: string; contract_pdf: string };

/** The PDF of a route's contract, by the names of period and program (W15). */
export function contractPdfKey({ period, program, contract_pdf }: OfRoute): string {
  return `contracts/${keyPart(period)}/${keyPart(program)}/${contract_pdf}`;
}

export function isStoredContent(content: string): boolean {
  return !/^https?:/.test(content);
}

const TYPES: Record<string, string> = {
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

export function contentTypeOf(name: string): string {
  return TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
}
