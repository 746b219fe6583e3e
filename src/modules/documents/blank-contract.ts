import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { formatDate, type PlainDate } from '#kit/plain-date.ts';
import { joined } from '#kit/text/joined.ts';
import type { RouteForSale } from '#modules/catalog/routes/route-for-sale.ts';
import { offeredAddons } from '#modules/pricing/offered-addons.ts';
import { offeredTerms } from '#modules/pricing/offered-terms.ts';
import { sentenceText, termAmounts } from '#modules/pricing/price-texts.ts';
import { termText } from '#modules/pricing/term-text.ts';
import { termTotal } from '#modules/pricing/term-total.ts';
import type { Block, PrintableDocument } from '#platform/pdf/printable-document.ts';
import { payeeFacts } from './check-payee.ts';
import { section } from './contract-facts.ts';
import { letterheadOf } from './letterhead.ts';
import { lineColor } from './line-color.ts';
import { signatureBlocks } from './printed-contract.ts';

/**
 * Visitors may read the document, so nobody is named.
 * @param routes  in order, at least one
 */
export function blankContractDocument(routes: Routes, today: PlainDate): PrintableDocument {
  const [{ division, program, program_group, period }] = routes;
  return {
    title: m.document_contract_title(),
    subject: m.document_blank_subject({ program: program.text, period: period.text }),
    author: division.company_name,
    dated: new Date(`${today}T12:00:00Z`),
    color: lineColor(program_group),
    letterhead: letterheadOf(division),
    tag: program_group.text,
    foot: m.document_blank_foot({ program: program.text, day: formatDate(today) }),
    blocks: [
      { k: 'paragraph', text: m.document_blank_intro({ program: program.text, period: period.text }) },
      ...section(m.document_section_fill_in(), { k: 'blanks', blanks: blanks(routes) }, { k: 'space' }),
      ...section(m.document_section_prices({ day: formatDate(today) }), {
        k: 'paragraph',
        text: m.document_blank_prices(),
      }),
      ...routes.flatMap((sale) => priceList(sale, today)),
      ...checkSection(routes[0]),
      ...contractTexts(routes),
      ...signatureBlocks(),
    ],
  };
}

type Routes = readonly [RouteForSale, ...RouteForSale[]];

function checkSection({ division, program }: RouteForSale): Block[] {
  const note = program.check_text;
  const facts = [
    { label: m.document_check_amount(), value: m.document_blank_amount() },
    ...payeeFacts({ company: division, program }),
    { label: m.document_check_memo(), value: m.document_blank_memo() },
  ];
  return section(
    m.document_section_check(),
    { k: 'facts', facts },
    { k: 'space' },
    ...(note ? [{ k: 'paragraph', text: note } as const] : []),
    { k: 'paragraph', text: m.document_check_day(), isQuiet: true },
    { k: 'paragraph', text: m.document_blank_questions({ phone: division.phone_main }), isQuiet: true },
  );
}

function contractTexts(routes: Routes): Block[] {
  const [{ period_program }] = routes;
  const surgeTexts = [...new Set(routes.map(({ route }) => route.surge_pricing_text))];
  return [
    ...section(m.document_section_contract(), { k: 'html', html: period_program.contract_text ?? '' }),
    ...surgeTexts.flatMap((html) => (html ? section(m.document_section_surge(), { k: 'html', html }) : [])),
  ];
}

function blanks(routes: Routes) {
  const [{ program, period_program }] = routes;
  const hasPickup =
    period_program.has_pickup_location || routes.some(({ route }) => route.has_pickup_location);
  return [
    { label: m.document_student() },
    ...(program.grades.length > 0 ? [{ label: m.document_grade() }] : [{ label: m.document_period() }]),
    { label: m.document_address(), isWide: true },
    { label: m.document_parent() },
    { label: m.document_blank_contact() },
    { label: m.document_route() },
    { label: m.document_term() },
    { label: m.document_addons(), isWide: true },
    ...(hasPickup ? [{ label: m.document_pickup(), isWide: true }] : []),
  ];
}

function priceList({ route, terms, addons }: RouteForSale, today: PlainDate): Block[] {
  const name = joined([route.text_before, route.name, route.text_after], ', ');
  const offered = offeredTerms(terms, today, false).map((term) => {
    const text = termText(term, today);
    const words = text.sentences.map(sentenceText);
    return {
      text: [`${term.name}: ${termAmounts(text)}.`, ...words].join(' '),
      amount: formatMoney(termTotal(term)),
    };
  });
  const extras = offeredAddons(addons, false).map((addon) => ({
    text: m.document_blank_addon({ addon: addon.text }),
    amount: formatMoney(addon.amount),
  }));
  if (offered.length === 0) return [{ k: 'paragraph', text: m.document_blank_closed({ route: name }) }];
  return [
    {
      k: 'amounts',
      head: { text: name, amount: m.document_blank_year() },
      rows: [...offered, ...extras],
    },
    { k: 'space' },
  ];
}
