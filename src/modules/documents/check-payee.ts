import { brand } from '#brand/selected-brand.ts';
import { m } from '#i18n/messages.js';
import type { DocumentFact } from '#platform/pdf/printable-document.ts';
import { placeOf, type Company } from './letterhead.ts';

/** What a program says of its checks, as of the day of the paper. */
export type CheckInstructions = { check_attention: string | null; check_text: string | null };

/** What a paper of before has, which kept the name of its program alone. */
export function firstCheckInstructions(program_name: string): CheckInstructions {
  const first = new Map(Object.entries(brand.check_instructions)).get(program_name);
  return { check_attention: first?.attention ?? null, check_text: first?.text ?? null };
}

type CheckFacts = { company: Company; program: Pick<CheckInstructions, 'check_attention'> };

export function payeeFacts({ company, program: { check_attention } }: CheckFacts): DocumentFact[] {
  const lines = [
    company.company_name,
    ...(check_attention ? [`${m.contract_instructions_attention()}: ${check_attention}`] : []),
    ...placeOf({ ...company, address: company.address_1, apt: null }),
  ];
  return [
    { label: m.document_check_payable(), value: company.company_name },
    { label: m.document_check_mail(), value: lines.join('\n') },
  ];
}
