import { m } from '#i18n/messages.js';
import { OBJECT_KINDS, type ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import type { SeasonText } from '#modules/catalog/texts/texts.contract.ts';

type TextRef = { field: string; kind: ObjectKind; id: number };

const NAMES: Readonly<Record<string, () => string>> = {
  active_msg: m.office_text_active_msg,
  inactive_msg: m.office_text_inactive_msg,
  contract_text: m.office_text_contract,
  contract_text_intro: m.office_text_intro,
  faq: m.office_text_faq,
  surge_pricing_text: m.office_text_surge,
  ach_terms: m.office_text_terms,
  text: m.office_text_news,
};

export const textName = ({ field }: Pick<TextRef, 'field'>): string => NAMES[field]?.() ?? field;

type Placed = Pick<SeasonText, 'school' | 'program' | 'route' | 'owner'>;

/** `School · Program · Round trip` */
export const placeName = ({ school, program, route, owner }: Placed): string =>
  [school, program, route, owner].filter(Boolean).join(' · ');

/** @returns undefined for an address of no text */
export function textOfAddress({ field = '', owner = '' }: { field?: string; owner?: string }) {
  const [named, id = ''] = owner.split(':');
  const kind = OBJECT_KINDS.find((one) => one === named);
  if (!kind || !/^[1-9]\d{0,15}$/.test(id) || !/^[a-z_]{1,100}$/.test(field)) return undefined;
  return { field, kind, id: Number(id) };
}

export const wordsText = (n: number): string =>
  n === 1 ? m.office_text_words_one() : m.office_text_words({ n });

export function contractsText(n: number | null): string {
  if (n === null) return m.office_none();
  return n === 1 ? m.office_texts_contracts_one() : m.office_texts_contracts({ n });
}
