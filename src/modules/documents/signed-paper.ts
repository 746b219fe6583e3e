import { m } from '#i18n/messages.js';
import { formatDate, type PlainDate } from '#kit/plain-date.ts';
import type { DocumentFact } from '#platform/pdf/printable-document.ts';
import { given } from './contract-facts.ts';

/** The paper that the family has signed in place of a login (OF3.8). */
export type SignedPaper = {
  signed_on: PlainDate;
  seen_by: string;
  sha256: string;
  pages: number;
  surge_page: number | null;
};

/** @param entered  when staff entered the paper */
export const signingFacts = (
  { signed_on, seen_by }: SignedPaper,
  { entered, page }: { entered: string; page: number | null },
): DocumentFact[] => [
  { label: m.document_evidence_paper_signed(), value: formatDate(signed_on) },
  ...given([{ label: m.document_evidence_paper_page(), value: page === null ? null : String(page) }]),
  { label: m.document_evidence_paper_seen(), value: seen_by },
  { label: m.document_evidence_paper_entered(), value: entered },
];

export const annexFacts = ({ pages, sha256 }: SignedPaper): DocumentFact[] => [
  {
    label: m.document_evidence_annex(),
    value: pages === 1 ? m.document_evidence_annex_page() : m.document_evidence_annex_pages({ n: pages }),
  },
  { label: m.document_evidence_annex_hash(), value: sha256 },
];
