import { brand } from '#brand/selected-brand.ts';
import { m } from '#i18n/messages.js';
import type { DocumentFact } from '#platform/pdf/printable-document.ts';
import { placeOf, type Company } from './letterhead.ts';

type CheckFacts = {
  company: Company;
  /** the brand's check instructions are keyed by this name */
  program_name: string;
};

const instructionsOf = (program_name: string) => brand.check_instructions[program_name];

export function payeeFacts({ company, program_name }: CheckFacts): DocumentFact[] {
  const attention = instructionsOf(program_name)?.attention;
  const lines = [
    company.company_name,
    ...(attention ? [`${m.contract_instructions_attention()}: ${attention}`] : []),
    ...placeOf({ ...company, address: company.address_1, apt: null }),
  ];
  return [
    { label: m.document_check_payable(), value: company.company_name },
    { label: m.document_check_mail(), value: lines.join('\n') },
  ];
}

export function checkNote(program_name: string): string {
  return instructionsOf(program_name)?.text ?? '';
}
